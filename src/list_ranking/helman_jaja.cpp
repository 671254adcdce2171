#include "list_ranking/helman_jaja.hpp"

YOKE_DEFINE_LIST_RANKING(make_helman_jaja, HelmanJaja, exec, capacity, options)
