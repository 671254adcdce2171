#pragma once

#include <cstdint>
#include <memory>

namespace yoke::detail::sorting {

// Highway's vectorised quicksort, of the best instructions that the processor has; what it needs
// beside the words is allocated once. By one thread at a time. Without Highway it must not be run.
class VectorSort {
 public:
  static bool is_available();

  VectorSort();
  VectorSort(VectorSort&&) noexcept;
  ~VectorSort();

  void run(std::uint32_t* words, std::uint64_t size) const;
  void run(std::uint64_t* words, std::uint64_t size) const;

 private:
  struct Sorter;
  std::unique_ptr<Sorter> sorter_;
};

}  // namespace yoke::detail::sorting
