#include "components/sequential.hpp"

YOKE_DEFINE_COMPONENTS(make_sequential_components, SequentialComponents, exec, vertices)
