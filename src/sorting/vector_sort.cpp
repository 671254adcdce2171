#include "sorting/vector_sort.hpp"

#include <stdexcept>

#if defined(YOKE_HAS_HIGHWAY)
#include <hwy/contrib/sort/vqsort.h>
#endif

namespace yoke::detail::sorting {

#if defined(YOKE_HAS_HIGHWAY)
struct VectorSort::Sorter {
  hwy::Sorter sort;
};

bool VectorSort::is_available() { return true; }
VectorSort::VectorSort() : sorter_(std::make_unique<Sorter>()) {}
void VectorSort::run(std::uint32_t* words, std::uint64_t size) const {
  sorter_->sort(words, size, hwy::SortAscending());
}
void VectorSort::run(std::uint64_t* words, std::uint64_t size) const {
  sorter_->sort(words, size, hwy::SortAscending());
}
#else
struct VectorSort::Sorter {};

bool VectorSort::is_available() { return false; }
VectorSort::VectorSort() = default;
void VectorSort::run(std::uint32_t*, std::uint64_t) const {
  throw std::logic_error("yoke::sort: built without Highway");
}
void VectorSort::run(std::uint64_t*, std::uint64_t) const {
  throw std::logic_error("yoke::sort: built without Highway");
}
#endif

VectorSort::VectorSort(VectorSort&&) noexcept = default;
VectorSort::~VectorSort() = default;

}  // namespace yoke::detail::sorting
