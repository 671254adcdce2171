#include "yoke/huge_pages.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace {

// No page of 2 MiB lies in the first ones. The last ones begin and end within pages.
TEST(HugePages, KeepWhatTheArrayHolds) {
  for (std::size_t const size : {std::size_t(0), std::size_t(1), std::size_t(1) << 20,
                                 (std::size_t(4) << 20) + 1, (std::size_t(9) << 20) - 3}) {
    std::vector<unsigned char> bytes(size + 1, 7);
    yoke::advise_huge_pages(bytes.data() + 1, size);
    EXPECT_EQ(bytes, std::vector<unsigned char>(size + 1, 7)) << size;
  }
}

TEST(HugePages, TakeNoArray) { yoke::advise_huge_pages(nullptr, 0); }

}  // namespace
