#include "yoke/output_files.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <future>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/file_content.hpp"
#include "support/temporary_folder.hpp"

namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using yoke::OutputFile;
using yoke::OutputFiles;
using yoke_test::content_of;
using yoke_test::message_of;
using yoke_test::write_text;

void write_one(fs::path const& path, std::string const& text) {
  OutputFiles files;
  files.open(path).write(text);
  files.commit();
}

::mode_t mode_of(fs::path const& path) {
  struct ::stat status;
  EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
  return status.st_mode & 07777;
}

TEST(OutputFiles, AppearTogetherAtTheEnd) {
  yoke_test::TemporaryFolder const folder;
  write_text(folder / "a", "as it was");
  OutputFiles files;
  auto& a = files.open(folder / "a");
  auto& b = files.open(folder / "b");
  a.write("new ");
  b.write("b");
  a.write("a");
  EXPECT_EQ(content_of(folder / "a"), "as it was");
  EXPECT_FALSE(fs::exists(folder / "b"));
  files.commit();
  EXPECT_EQ(content_of(folder / "a"), "new a");
  EXPECT_EQ(content_of(folder / "b"), "b");
  EXPECT_EQ(folder.count(), 2u) << "a temporary file was left behind";
}

TEST(OutputFiles, AreNotThereWithoutCommit) {
  yoke_test::TemporaryFolder const folder;
  write_text(folder / "a", "as it was");
  {
    OutputFiles files;
    files.open(folder / "a").write("new");
    files.open(folder / "b").write("new");
  }
  EXPECT_EQ(content_of(folder / "a"), "as it was");
  EXPECT_EQ(folder.count(), 1u);
}

TEST(OutputFiles, OneThatCannotBeOpenedIsSeenAtOnce) {
  yoke_test::TemporaryFolder const folder;
  OutputFiles files;
  files.open(folder / "a").write("new");
  auto const missing = folder / "missing" / "b";
  auto const message = message_of<std::runtime_error>([&] { files.open(missing); });
  EXPECT_THAT(message, HasSubstr(missing.string()));
  EXPECT_THAT(message, HasSubstr("No such file or directory"));
  fs::create_directory(folder / "c");
  EXPECT_THAT(message_of<std::runtime_error>([&] { files.open(folder / "c"); }),
              HasSubstr("it is a folder"));
  EXPECT_THROW(files.open(""), std::runtime_error);
  files.commit();
  EXPECT_EQ(content_of(folder / "a"), "new");
  EXPECT_EQ(folder.count(), 2u);
}

// /dev/full takes nothing; the library's buffer is only written out at the end.
TEST(OutputFiles, OneThatCannotBeWrittenKeepsAllAsTheyWere) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  yoke_test::TemporaryFolder const folder;
  write_text(folder / "a", "as it was");
  OutputFiles files;
  files.open(folder / "a").write("new");
  files.open("/dev/full").write("more than fits");
  auto const message = message_of<std::runtime_error>([&] { files.commit(); });
  EXPECT_THAT(message, HasSubstr("/dev/full: No space left on device"));
  EXPECT_THROW(files.commit(), std::runtime_error) << "what is lost stays lost";
  EXPECT_EQ(content_of(folder / "a"), "as it was");
  files.discard();
  EXPECT_EQ(folder.count(), 1u);
}

TEST(OutputFiles, NothingIsWrittenAfterTheCommit) {
  yoke_test::TemporaryFolder const folder;
  OutputFiles files;
  auto& a = files.open(folder / "a");
  files.commit();
  EXPECT_THAT(message_of<std::runtime_error>([&] { a.write("late"); }), HasSubstr("committed"));
  EXPECT_EQ(content_of(folder / "a"), "");
}

TEST(OutputFiles, OneFileIsNotTwo) {
  yoke_test::TemporaryFolder const folder;
  write_text(folder / "there", "as it was");
  fs::create_directory(folder / "sub");
  fs::create_symlink("there", folder / "link");
  fs::create_symlink("new", folder / "dangling");
  fs::create_hard_link(folder / "there", folder / "second name");
  std::vector<std::pair<char const*, char const*>> const same{
      {"new", "new"},    {"new", "sub/../new"},    {"new", "dangling"},
      {"there", "link"}, {"there", "second name"}, {"link", "sub/../second name"}};
  for (auto const& [one, other] : same) {
    char const *const first = one, *const second = other;  // Clang 14 captures no binding
    OutputFiles files;
    files.open(folder / first);
    auto const message = message_of<yoke::SameOutput>([&] { files.open(folder / second); });
    // One name is not told twice.
    std::string const told = std::string_view(first) == second ? "" : " and ";
    EXPECT_THAT(message, HasSubstr((folder / first).string() + told)) << second;
    try {
      files.open(folder / second);
    } catch (yoke::SameOutput const& error) {
      EXPECT_EQ(error.first(), folder / first);
      EXPECT_EQ(error.second(), folder / second);
    }
  }
  OutputFiles files;
  files.open("/dev/null");
  EXPECT_NO_THROW(files.open("/dev/null")) << "it takes any number";
  EXPECT_EQ(content_of(folder / "there"), "as it was");
}

TEST(OutputFiles, TheModeIsKept) {
  yoke_test::TemporaryFolder const folder;
  for (::mode_t const mode : {0600, 0644, 0777}) {
    write_text(folder / "a", "as it was");
    ASSERT_EQ(::chmod((folder / "a").c_str(), mode), 0);
    write_one(folder / "a", "new");
    EXPECT_EQ(mode_of(folder / "a"), mode);
    EXPECT_EQ(content_of(folder / "a"), "new");
  }
  ::mode_t const mask = ::umask(027);
  write_one(folder / "b", "new");
  ::umask(mask);
  EXPECT_EQ(mode_of(folder / "b"), 0640u) << "a new file's is what the user asks for";
}

TEST(OutputFiles, TheOwnerIsKept) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root gives files away";
  yoke_test::TemporaryFolder const folder;
  write_text(folder / "a", "as it was");
  ASSERT_EQ(::chown((folder / "a").c_str(), 1234, 4321), 0);
  write_one(folder / "a", "new");
  struct ::stat status;
  ASSERT_EQ(::stat((folder / "a").c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, 1234u);
  EXPECT_EQ(status.st_gid, 4321u);
}

TEST(OutputFiles, ALinkStaysOneWhereverItPoints) {
  yoke_test::TemporaryFolder const folder;
  fs::create_directory(folder / "sub");
  fs::create_symlink("sub/target", folder / "second");
  fs::create_symlink("second", folder / "first");
  for (auto const* text : {"made where it points", "replaced there"}) {
    write_one(folder / "first", text);
    EXPECT_TRUE(fs::is_symlink(folder / "first"));
    EXPECT_TRUE(fs::is_symlink(folder / "second"));
    EXPECT_EQ(content_of(folder / "sub/target"), text);
  }
  fs::create_symlink("round", folder / "round");
  EXPECT_THROW(write_one(folder / "round", "new"), std::runtime_error);
}

TEST(OutputFiles, NamesMayBeAsLongAsNamesCanBe) {
  yoke_test::TemporaryFolder const folder;
  std::string const name(255, 'n');
  write_one(folder / name.c_str(), "new");
  EXPECT_EQ(content_of(folder / name.c_str()), "new");
}

// As /dev/stdout is where a shell has opened a log for appending.
TEST(OutputFiles, AnOpenDescriptorIsWrittenInto) {
  yoke_test::TemporaryFolder const folder;
  write_text(folder / "log", "first line\n");
  int const log = ::open((folder / "log").c_str(), O_WRONLY | O_APPEND);
  ASSERT_GE(log, 0);
  auto const by_number = "/dev/fd/" + std::to_string(log);
  fs::create_symlink(by_number, folder / "link");
  write_one(by_number, "second line\n");
  write_one(folder / "link", "third line\n");
  ::close(log);
  EXPECT_EQ(content_of(folder / "log"), "first line\nsecond line\nthird line\n");
  EXPECT_EQ(folder.count(), 2u);
}

TEST(OutputFiles, SomeMayAppearBeforeTheOthers) {
  yoke_test::TemporaryFolder const folder;
  OutputFiles files;
  std::vector<OutputFile*> const first{&files.open(folder / "a"), &files.open(folder / "b")};
  auto& c = files.open(folder / "c");
  first[0]->write("a");
  first[1]->write("b");
  files.commit(first);
  EXPECT_EQ(content_of(folder / "a"), "a");
  EXPECT_EQ(content_of(folder / "b"), "b");
  EXPECT_FALSE(fs::exists(folder / "c"));
  EXPECT_THROW(first[0]->write("more"), std::runtime_error);
  c.write("c");
  // What has appeared stays, and not all had: whoever waits for signals ends the process.
  EXPECT_TRUE(files.discard());
  EXPECT_EQ(folder.count(), 2u);
  EXPECT_THROW(files.commit(), std::runtime_error);
  EXPECT_THROW(files.commit(first), std::runtime_error);

  OutputFiles others;
  std::vector<OutputFile*> const one{&others.open(folder / "a")};
  others.open(folder / "c").write("all");
  others.commit(one);
  others.commit();
  EXPECT_EQ(content_of(folder / "c"), "all");
  EXPECT_FALSE(others.discard());
}

// Can a folder hold files without names?
bool holds_unnamed(fs::path const& folder) {
#ifdef O_TMPFILE
  int const file = ::open(folder.c_str(), O_TMPFILE | O_WRONLY, 0600);
  if (file >= 0) ::close(file);
  return file >= 0;
#else
  return false;
#endif
}

TEST(OutputFiles, HaveNoNameUntilTheyAreComplete) {
  yoke_test::TemporaryFolder const folder;
  if (!holds_unnamed(folder / "")) GTEST_SKIP() << "all files have names here";
  write_text(folder / "a", "as it was");
  OutputFiles files;
  files.open(folder / "a").write("new a");
  files.open(folder / "b").write("new b");
  EXPECT_EQ(folder.count(), 1u);
  files.commit();
  EXPECT_EQ(folder.count(), 2u);
  EXPECT_EQ(content_of(folder / "a"), "new a");
  EXPECT_EQ(content_of(folder / "b"), "new b");
}

// What comes there meanwhile is replaced, as a file that was there before is.
TEST(OutputFiles, OneThatAppearsMeanwhileIsReplaced) {
  yoke_test::TemporaryFolder const folder;
  OutputFiles files;
  files.open(folder / "a").write("new");
  write_text(folder / "a", "somebody else's");
  files.commit();
  EXPECT_EQ(content_of(folder / "a"), "new");
  EXPECT_EQ(folder.count(), 1u);
}

// As other ranks write them, with a name and without one.
TEST(OutputFiles, PartsAreWrittenByTheTemporaryName) {
  for (bool const is_named : {false, true}) {
    yoke_test::TemporaryFolder const folder;
    OutputFiles files, others;
    auto& a = files.open(folder / "a");
    if (is_named) {
      files.name_temporary(a);
      EXPECT_EQ(a.temporary().parent_path(), (folder / "a").parent_path());
      EXPECT_EQ(folder.count(), 1u);
    }
    others.open_part(a.temporary(), 4).write("last");
    a.write("1st ");
    others.commit();
    files.commit();
    EXPECT_EQ(content_of(folder / "a"), "1st last");
    EXPECT_EQ(folder.count(), 1u);
  }
}

TEST(OutputFiles, ANamedOneGoesWithItsSet) {
  yoke_test::TemporaryFolder const folder;
  {
    OutputFiles files;
    auto& a = files.open(folder / "a");
    files.name_temporary(a);
    a.write("to nowhere");
    EXPECT_EQ(folder.count(), 1u);
  }
  EXPECT_EQ(folder.count(), 0u);
}

TEST(OutputFiles, ADescriptorThatIsReadSaysSo) {
  int const file = ::open("/dev/null", O_RDONLY);
  ASSERT_GE(file, 0);
  auto const name = "/dev/fd/" + std::to_string(file);
  EXPECT_EQ(message_of<std::runtime_error>([&] { write_one(name, "text"); }),
            "cannot write " + name + ": it is closed, or open for reading alone");
  ::close(file);
}

TEST(OutputFiles, DiscardingRemovesThemAndIsFinal) {
  yoke_test::TemporaryFolder const folder;
  OutputFiles files;
  auto& a = files.open(folder / "a");
  EXPECT_LE(folder.count(), 1u);
  std::async(std::launch::async, [&] { files.discard(); }).wait();
  EXPECT_EQ(folder.count(), 0u);
  a.write("to nowhere");
  EXPECT_THROW(files.open(folder / "b"), std::runtime_error);
  EXPECT_THROW(files.commit(), std::runtime_error);
  EXPECT_EQ(folder.count(), 0u);
}

}  // namespace
