#include <Kokkos_Core.hpp>
#include <algorithm>
#include <exception>
#include <vector>

#include "pieces.hpp"

namespace yoke::detail::files {
namespace {

// Host code only: no kernel of a device calls it.
struct Portion {
  std::function<void(std::size_t)> const* body;
  std::exception_ptr* thrown;
  void operator()(std::size_t i) const {
    try {
      (*body)(i);
    } catch (...) {
      thrown[i] = std::current_exception();
    }
  }
};

}  // namespace

std::size_t threads_at_once() {
  return static_cast<std::size_t>(std::max(Kokkos::DefaultHostExecutionSpace().concurrency(), 1));
}

void for_each_at_once(std::size_t count, std::function<void(std::size_t)> const& body) {
  std::vector<std::exception_ptr> thrown(count);
  if (count == 1) {
    Portion{&body, thrown.data()}(0);
  } else {
    using Policy = Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace,
                                       Kokkos::Schedule<Kokkos::Dynamic>, std::size_t>;
    Kokkos::DefaultHostExecutionSpace const exec;
    Kokkos::parallel_for("yoke::graph_io::pieces", Policy(exec, 0, count, Kokkos::ChunkSize(1)),
                         Portion{&body, thrown.data()});
    exec.fence("yoke::graph_io::pieces");
  }
  for (auto const& error : thrown) {
    if (error) std::rethrow_exception(error);
  }
}

}  // namespace yoke::detail::files
