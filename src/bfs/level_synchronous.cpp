#include "bfs/level_synchronous.hpp"

YOKE_DEFINE_BFS(make_level_synchronous, LevelSynchronous, exec, vertices, arcs)
