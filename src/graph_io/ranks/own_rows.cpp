#include "yoke/counted.hpp"
#include "yoke/mpi/detail/rows.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "graph_io/limits.hpp"
#include "graph_io/opened_file.hpp"
#include "graph_io/rows.hpp"
#include "graph_io/symmetry.hpp"
#include "yoke/detail/even_part.hpp"
#include "yoke/graph_io.hpp"

namespace yoke::detail::mpi {

namespace {

using files::ArcBalance;
using files::FileRows;
using files::OpenedFile;
using files::ReaderOptions;

char const* caller(ReaderOptions const& options) {
  return options.keeps_weights() ? "yoke::read_weighted_graph" : "yoke::read_graph";
}

template <class Vertex>
FileRows find_rows(OpenedFile const& file, ReaderOptions const& options) {
  if (!files::is_binary(file.format())) {
    throw std::invalid_argument(std::string(caller(options)) + ": " + file.path().string() +
                                ": on several ranks " + (options.keeps_weights() ? ".wsg" : ".sg") +
                                " and .yoke files are read");
  }
  return file.read([&] {
    FileRows const rows = files::find_rows(file.bytes(), file.format());
    files::VertexLimit<Vertex>(file.bytes(), options)
        .check_count(rows.vertices, file.bytes().data());
    if (options.keeps_weights()) files::require_weights(file.bytes(), rows);
    return rows;
  });
}

// What one thread has seen of a rank's rows.
struct Seen {
  ArcBalance balance, weights;
  std::uint64_t loops = 0;
  bool sorted = true;
};

template <class Vertex, class Offset>
class RowReader {
 public:
  RowReader(OpenedFile const& file, FileRows const& rows, std::uint64_t begin, std::uint64_t end,
            ReaderOptions const& options)
      : file_(file), rows_(rows), begin_(begin), end_(end), options_(options) {}

  void check_offsets() const {
    file_.read([&] { files::check_offsets(rows_.offsets, rows_, begin_, end_); });
  }

  // Once the offsets of all ranks are known to be right, as the next.
  void check_sizes() const {
    check_index_holds<Offset>(caller(options_), "the offsets", arcs());
    std::uint64_t const limit = files::memory_limit(options_.memory_limit);
    std::uint64_t const bytes =
        file_.bytes_held() + sizeof(Offset) * (end_ - begin_ + 1) + arc_bytes() * arcs();
    if (bytes <= limit) return;
    file_.read([&] {
      throw files::Fault{file_.bytes().data(),
                         "a rank's " + show_count(arcs(), "arc") + files::more_than(limit)};
    });
  }

  // Fills `weights` with the bits of weights, where they are asked for.
  Seen copy(OwnRows<Vertex, Offset>& own, std::vector<std::uint64_t>& weights) const {
    Kokkos::DefaultHostExecutionSpace const exec;
    using Memory = Kokkos::HostSpace;
    own.offsets = make_array<Offset, Memory>(exec, "yoke::graph::offsets", end_ - begin_ + 1);
    own.neighbours = make_array<Vertex, Memory>(exec, "yoke::graph::neighbours", arcs());
    if (options_.keeps_weights()) weights.resize(arcs());
    std::uint64_t const first = rows_.offsets[begin_];
    for (std::uint64_t v = begin_; v <= end_; ++v) {
      own.offsets(v - begin_) = static_cast<Offset>(rows_.offsets[v] - first);
    }
    auto const borders = files::split_rows(rows_.offsets, begin_, end_, options_.piece_bytes);
    std::vector<Seen> seen(borders.size() - 1);
    auto const visit = [&](std::size_t piece, std::uint64_t u, std::uint64_t arc, std::uint64_t v) {
      own.neighbours(arc - first) = static_cast<Vertex>(v);
      seen[piece].balance.add_either_way(u, v);
      seen[piece].loops += u == v;
      bool const follows = arc > rows_.offsets[u];
      if (follows && rows_.neighbours[arc - 1] > v) seen[piece].sorted = false;
      if (!options_.keeps_weights()) return;
      std::uint64_t const weight = files::weight_at(rows_, arc, options_.weight_kind);
      weights[arc - first] = weight;
      seen[piece].weights.add_either_way(u, v, weight);
    };
    file_.read([&] {
      files::for_each_row_arc(file_.bytes(), rows_, rows_.offsets, rows_.neighbours, borders,
                              options_.progress, visit);
    });
    Seen sum;
    for (auto const& one : seen) {
      sum.balance.add(one.balance);
      sum.weights.add(one.weights);
      sum.loops += one.loops;
      sum.sorted = sum.sorted && one.sorted;
    }
    return sum;
  }

 private:
  std::uint64_t arc_bytes() const {
    return sizeof(Vertex) + (options_.keeps_weights() ? sizeof(std::uint64_t) : 0);
  }
  std::uint64_t arcs() const { return rows_.offsets[end_] - rows_.offsets[begin_]; }

  OpenedFile const& file_;
  FileRows const& rows_;
  std::uint64_t begin_, end_;
  ReaderOptions const& options_;
};

void tell(Communicator& ranks, OpenedFile const& file, FileRows const& rows, bool is_symmetric,
          std::uint64_t own_loops, ReaderOptions const& options) {
  std::uint64_t const loops = ranks.sum(own_loops);
  GraphFileReport* const report = options.report;
  if (report == nullptr) return;
  *report = {};
  report->format = file.format();
  report->is_symmetric = is_symmetric;
  report->vertices = rows.vertices;
  report->edges = is_symmetric ? (rows.arcs + loops) / 2 : rows.arcs;
  report->loops = loops;
  if (rows.has_weights() && !options.keeps_weights())
    report->notes.emplace_back(files::weights_note);
  report->bytes = file.bytes().size();
}

template <class Vertex, class Offset>
OwnRows<Vertex, Offset> read_rows(Communicator& ranks, Call& call,
                                  std::filesystem::path const& path, ReaderOptions const& options,
                                  std::vector<std::uint64_t>& weights) {
  std::optional<GraphFile> file;
  FileRows rows;
  ranks.begin_call(call, [&] {
    file.emplace(path, options);
    rows = find_rows<Vertex>(file->opened(), options);
    // Nodes may have files of their own.
    call.same("the file's number of vertices", rows.vertices)
        .same("the file's number of arcs", rows.arcs)
        .same("whether the file says that it is symmetric", rows.is_symmetric)
        .same("the type of the file's weights", files::name_of_weight(rows.weight_kind))
        .same("options.accept_unsymmetric", options.accept_unsymmetric);
  });
  EvenPart const part{static_cast<std::uint64_t>(ranks.rank()),
                      static_cast<std::uint64_t>(ranks.ranks())};
  OwnRows<Vertex, Offset> own;
  own.first = part.begin(rows.vertices);
  own.all = rows.vertices;
  RowReader<Vertex, Offset> const reader(file->opened(), rows, own.first, part.end(rows.vertices),
                                         options);
  agreed(ranks, [&] { reader.check_offsets(); });
  agreed(ranks, [&] { reader.check_sizes(); });
  Seen seen;
  agreed(ranks, [&] { seen = reader.copy(own, weights); });
  bool const pairs = ranks.sum(seen.balance.sum()) == 0;
  bool const agree = !options.keeps_weights() || ranks.sum(seen.weights.sum()) == 0;
  own.is_symmetric = rows.is_symmetric && pairs && agree;
  if (rows.is_symmetric && !own.is_symmetric && !options.accept_unsymmetric) {
    // Which arc it is one rank finds, in the whole file.
    agreed(ranks, [&] {
      if (ranks.rank() > 0) return;
      file->opened().read([&] {
        if (!pairs) files::throw_unsymmetric(file->opened().bytes(), rows);
        files::throw_unequal(file->opened().bytes(), rows, options.weight_kind);
      });
    });
  }
  own.are_sorted = ranks.sum(seen.sorted ? 0 : 1) == 0;
  tell(ranks, file->opened(), rows, own.is_symmetric, seen.loops, options);
  return own;
}

}  // namespace

template <class Vertex, class Offset>
OwnRows<Vertex, Offset> read_own_rows(Communicator& ranks, Call& call,
                                      std::filesystem::path const& path,
                                      GraphReadOptions const& options) {
  std::vector<std::uint64_t> no_weights;
  return read_rows<Vertex, Offset>(ranks, call, path, options, no_weights);
}

template <class Weight, class Vertex, class Offset>
OwnWeightedRows<Weight, Vertex, Offset> read_own_weighted_rows(Communicator& ranks, Call& call,
                                                               std::filesystem::path const& path,
                                                               GraphReadOptions const& options) {
  std::vector<std::uint64_t> bits;
  ReaderOptions const with_weights(options, files::kind_of_weight<Weight>());
  OwnWeightedRows<Weight, Vertex, Offset> own{
      read_rows<Vertex, Offset>(ranks, call, path, with_weights, bits), {}};
  agreed(ranks, [&] {
    own.weights = make_array<Weight, Kokkos::HostSpace>(Kokkos::DefaultHostExecutionSpace(),
                                                        "yoke::graph::weights", bits.size());
    std::ranges::transform(bits, own.weights.data(), files::weight_of_bits<Weight>);
  });
  return own;
}

#define YOKE_INSTANTIATE_WEIGHT(Vertex, Offset, Weight)                    \
  template OwnWeightedRows<Weight, Vertex, Offset> read_own_weighted_rows( \
      Communicator&, Call&, std::filesystem::path const&, GraphReadOptions const&);
#define YOKE_INSTANTIATE(Space, Vertex, Offset)                                     \
  template OwnRows<Vertex, Offset> read_own_rows(                                   \
      Communicator&, Call&, std::filesystem::path const&, GraphReadOptions const&); \
  YOKE_INSTANTIATE_WEIGHT(Vertex, Offset, float)                                    \
  YOKE_INSTANTIATE_WEIGHT(Vertex, Offset, double)                                   \
  YOKE_INSTANTIATE_WEIGHT(Vertex, Offset, std::int32_t)                             \
  YOKE_INSTANTIATE_WEIGHT(Vertex, Offset, std::int64_t)
YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE, Kokkos::HostSpace)

}  // namespace yoke::detail::mpi
