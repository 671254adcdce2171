#include "list_ranking/sequential.hpp"

YOKE_DEFINE_LIST_RANKING(make_sequential, Sequential, exec, capacity)
