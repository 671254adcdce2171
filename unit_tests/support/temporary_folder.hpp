#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace yoke_test {

// A new empty folder, which goes with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "yoke_test.XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(TemporaryFolder const&) = delete;
  TemporaryFolder& operator=(TemporaryFolder const&) = delete;

  std::filesystem::path const& path() const { return path_; }
  std::filesystem::path operator/(char const* name) const { return path_ / name; }

  std::size_t count() const {
    std::filesystem::directory_iterator const entries(path_);
    return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
  }

 private:
  std::filesystem::path path_;
};

inline void write_text(std::filesystem::path const& path, std::string const& text) {
  std::ofstream file(path);
  file << text;
  ASSERT_TRUE(file.flush()) << path;
}

// What work throws as an Exception says; "nothing" if it throws none.
template <class Exception, class Work>
std::string message_of(Work&& work) {
  try {
    work();
  } catch (Exception const& error) {
    return error.what();
  }
  return "nothing";
}

}  // namespace yoke_test
