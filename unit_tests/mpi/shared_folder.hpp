#pragma once

#include <mpi.h>

#include <filesystem>
#include <optional>
#include <string>

#include "support/temporary_folder.hpp"

namespace yoke_test {

// A folder of rank 0's that all see, gone with it.
class SharedFolder {
 public:
  SharedFolder() {
    if (rank() == 0) folder_.emplace();
    if (rank() == 0) path_ = (*folder_ / "graph").string();
    path_.resize(1000);
    MPI_Bcast(path_.data(), 1000, MPI_CHAR, 0, MPI_COMM_WORLD);
    path_ = path_.c_str();
  }
  ~SharedFolder() { MPI_Barrier(MPI_COMM_WORLD); }
  SharedFolder(SharedFolder const&) = delete;
  SharedFolder& operator=(SharedFolder const&) = delete;

  // Written by rank 0 before anybody goes on.
  template <class Write>
  std::filesystem::path file(std::string const& extension, Write const& write) const {
    std::filesystem::path const path = path_ + extension;
    MPI_Barrier(MPI_COMM_WORLD);  // nobody maps what was there before
    if (rank() == 0) write(path);
    MPI_Barrier(MPI_COMM_WORLD);
    return path;
  }

 private:
  static int rank() {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
  }
  std::optional<yoke_test::TemporaryFolder> folder_;
  std::string path_;
};

}  // namespace yoke_test
