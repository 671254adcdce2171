#pragma once

#include <filesystem>

#include "yoke/mpi/distributed.hpp"
#include "yoke/timeline.hpp"

namespace yoke {

namespace detail::mpi {
void write_trace(Communicator& ranks, std::filesystem::path const& path, Timeline const& timeline);
}

/// Writes the spans of all ranks' timelines into one file, which rank 0 alone writes: each rank is
/// a process of the trace that ui.perfetto.dev shows, "rank 0" first. The file appears whole or not
/// at all. Clocks of ranks differ. The call aligns them by the moments at which ranks leave a
/// barrier: to some microseconds on a node.
///
/// All ranks call it; the path counts on rank 0. Throws std::runtime_error on all ranks, naming the
/// file and the reason, where it cannot be written.
///
///   yoke::Timeline timeline;
///   yoke::Distributed<Exec> const cluster(MPI_COMM_WORLD, Exec(), {.timeline = &timeline});
///   yoke::sort(cluster, keys);
///   yoke::write_trace(cluster, "sort.json", timeline);
template <class Space>
void write_trace(Distributed<Space> const& cluster, std::filesystem::path const& path,
                 Timeline const& timeline) {
  detail::mpi::write_trace(cluster.network(), path, timeline);
}

}  // namespace yoke
