#pragma once

#include <string>
#include <vector>

#include "studies/study.hpp"

namespace yoke_perf {

// The main function of a program of studies: runs those that the command line names.
int run_studies(int argc, char** argv, std::string const& program,
                std::vector<Study> const& studies);

}  // namespace yoke_perf
