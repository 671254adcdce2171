#include "components/afforest.hpp"

YOKE_DEFINE_COMPONENTS(make_afforest, Afforest, exec, vertices, arcs)
