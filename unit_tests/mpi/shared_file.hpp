#pragma once

#include <mpi.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include "yoke/output_files.hpp"

namespace yoke_test {

// The file, whose parts are opened under the name that it has until it is committed.
class SharedFile {
 public:
  SharedFile(int rank, std::filesystem::path const& path) : rank_(rank) {
    if (rank == 0) first_ = &files_.open(path);
    temporary_ = rank == 0 ? first_->temporary().string() : "";
    temporary_.resize(1000);
    MPI_Bcast(temporary_.data(), 1000, MPI_CHAR, 0, MPI_COMM_WORLD);
    temporary_ = temporary_.c_str();
  }
  yoke::OutputFile& from(std::uint64_t begin) {
    return rank_ == 0 && begin == 0 ? *first_ : files_.open_part(temporary_, begin);
  }
  void commit() {
    if (rank_ > 0) files_.commit();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank_ == 0) files_.commit();
    MPI_Barrier(MPI_COMM_WORLD);
  }

 private:
  int rank_;
  yoke::OutputFiles files_;
  yoke::OutputFile* first_ = nullptr;
  std::string temporary_;
};

}  // namespace yoke_test
