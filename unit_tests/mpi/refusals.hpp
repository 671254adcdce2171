#pragma once

#include <gtest/gtest.h>

#include <string>

#include "mpi/support.hpp"

namespace yoke_test {

// All ranks get one exception of this type, and its text says why.
template <class Error, class Body>
void expect_refused(std::string const& why, Body const& body) {
  auto const text = what_is_thrown(body);
  EXPECT_NE(text.find(why), std::string::npos) << text;
  EXPECT_TRUE(same_on_all(text)) << text;
  EXPECT_THROW(body(), Error);
}

}  // namespace yoke_test
