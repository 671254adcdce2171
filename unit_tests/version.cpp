#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <yoke/version.hpp>

namespace {

// As a program that must compile with several versions asks.
#if YOKE_VERSION < YOKE_VERSION_MAJOR * 10000 + YOKE_VERSION_MINOR * 100
#error "YOKE_VERSION is less than its parts"
#endif

TEST(Version, TheMacrosTheConstantsAndTheLibraryAgree) {
  EXPECT_EQ(yoke::version_major, YOKE_VERSION / 10000);
  EXPECT_EQ(yoke::version_minor, YOKE_VERSION / 100 % 100);
  EXPECT_EQ(yoke::version_patch, YOKE_VERSION % 100);
  EXPECT_EQ(yoke::version, std::to_string(yoke::version_major) + "." +
                               std::to_string(yoke::version_minor) + "." +
                               std::to_string(yoke::version_patch));
  EXPECT_EQ(yoke::library_version(), yoke::version);
  EXPECT_EQ(yoke::version, YOKE_VERSION_STRING);
}

TEST(Version, TheCommitIsEmptyOrHexadecimal) {
  EXPECT_THAT(std::string(yoke::git_commit()), testing::MatchesRegex("([0-9a-f]+(-dirty)?)?"));
  if (yoke::git_commit().empty()) GTEST_SKIP() << "the source tree has no history";
  EXPECT_GE(yoke::git_commit().size(), 12U);
}

}  // namespace
