#include "list_ranking/random_splitter.hpp"

YOKE_DEFINE_LIST_RANKING(make_random_splitter, RandomSplitter, exec, capacity, options)
