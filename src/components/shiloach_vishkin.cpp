#include "components/shiloach_vishkin.hpp"

YOKE_DEFINE_COMPONENTS(make_shiloach_vishkin, ShiloachVishkin, exec, vertices, options)
