#include "bfs/sequential.hpp"

YOKE_DEFINE_BFS(make_sequential_bfs, SequentialBfs, exec, vertices)
