#include "forest/boruvka.hpp"

YOKE_DEFINE_FOREST(make_boruvka, Boruvka)
