#include "bfs/direction_optimising.hpp"

YOKE_DEFINE_BFS(make_direction_optimising, DirectionOptimising, exec, vertices, arcs)
