#include <bit>
#include <cstdint>
#include <type_traits>

#include "frame/ranks/plan_core.hpp"
#include "frame/ranks/shared_work.hpp"
#include "yoke/detail/histograms/capability.hpp"

namespace yoke::detail {

// Each rank counts its own values; 8 bytes a bin go from each.
template <class Word, class Space>
class RankSolver<histograms::Histogram<Word>, Space>
    : public SharedWork<histograms::Histogram<Word>, Space> {
  using Arguments = typename histograms::Histogram<Word>::Arguments;

 public:
  using SharedWork<histograms::Histogram<Word>, Space>::SharedWork;

  static void compare(mpi::Call& call, Arguments const& arguments) {
    call.same("the number of bins", arguments.counts.size);
    if (!arguments.is_even) return;
    using Signed = std::make_signed_t<Word>;
    using Real = std::conditional_t<sizeof(Word) == sizeof(float), float, double>;
    switch (arguments.kind) {
      case histograms::KeyKind::is_unsigned:
        return compare_bins<Word>(call, arguments);
      case histograms::KeyKind::is_signed:
        return compare_bins<Signed>(call, arguments);
      case histograms::KeyKind::is_floating:
        return compare_bins<Real>(call, arguments);
    }
  }

 private:
  template <class Value>
  static void compare_bins(mpi::Call& call, Arguments const& arguments) {
    call.same("the bins' lower", std::bit_cast<Value>(arguments.lower))
        .same("the bins' upper", std::bit_cast<Value>(arguments.upper));
  }
};

}  // namespace yoke::detail

YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::histograms::Histogram<std::uint32_t>)
YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::histograms::Histogram<std::uint64_t>)
