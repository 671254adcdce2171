#include "list_ranking/independent_set.hpp"

YOKE_DEFINE_LIST_RANKING(make_independent_set, IndependentSet, exec, capacity, options)
