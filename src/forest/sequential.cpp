#include "forest/sequential.hpp"

YOKE_DEFINE_FOREST(make_sequential, FilterKruskal)
