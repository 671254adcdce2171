#include "components/soman.hpp"

YOKE_DEFINE_COMPONENTS(make_soman, Soman, exec, vertices, arcs)
