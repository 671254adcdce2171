#include "ranks.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include "errors.hpp"
#ifdef YOKE_HAS_MPI
#include <mpi.h>

#include <chrono>
#include <cstdio>
#include <thread>
#endif

namespace yoke::tool {
namespace {

// What launchers say: Open MPI's, those of MPICH's kin and Slurm's PMI, and srun's. Where they
// differ, one of them was started by a process of another's, and nothing tells which: the largest
// counts, as several that each take themselves for one would write the same files. A shell within a
// batch job or under mpirun -n 1 is one process, and each is one where its user says so.
int launched_processes() {
  char const* const alone = std::getenv("YOKE_ALONE");
  if (alone != nullptr && std::string_view(alone) == "1") return 1;
  constexpr std::array variables{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MV2_COMM_WORLD_SIZE",
                                 "SLURM_STEP_NUM_TASKS"};
  int most = 1;
  for (auto const* variable : variables) {
    char const* const value = std::getenv(variable);
    if (value == nullptr) continue;
    std::string_view const text = value;
    int processes = 1;
    std::from_chars(text.data(), text.data() + text.size(), processes);
    most = std::max(most, processes);
  }
  return most;
}

// Else each would do all of the work, and write the same files.
[[noreturn]] void refuse_processes(std::string const& why) {
  throw UsageError("the launcher has started several processes, and " + why +
                   "; with YOKE_ALONE=1 in its environment each does the work of one");
}

}  // namespace

void check_is_alone() {
  if (ranks() == 1) return;
  throw UsageError("this command works in one process: start it without mpirun or srun");
}

#ifndef YOKE_HAS_MPI

RankSession::RankSession() = default;
RankSession::~RankSession() = default;
int rank() { return 0; }
int ranks() { return 1; }
int rank_on_node() { return 0; }
int ranks_on_node() { return 1; }
void check_ranks_found() {
  if (launched_processes() > 1) refuse_processes("this build of yoke has no MPI");
}
void check_ranks_agree(std::vector<std::string> const&) {}
RankPart own_part(std::uint64_t elements) { return {0, elements}; }
void wait_for_ranks() {}
std::uint64_t sum_of_ranks(std::uint64_t number) { return number; }
std::uint64_t largest_of_ranks(std::uint64_t number) { return number; }
std::uint64_t sum_of_ranks_before(std::uint64_t) { return 0; }
std::vector<std::uint64_t> numbers_of_ranks(std::uint64_t number) { return {number}; }
double number_of_first_rank(double number) { return number; }
std::string text_of_first_rank(std::string const& text) { return text; }
bool all_ranks_have_failed() { return true; }
void end_all_ranks(int code) { std::_Exit(code); }

#else

namespace {

struct Ranks {
  int rank = 0, ranks = 1, rank_on_node = 0, ranks_on_node = 1;
  MPI_Comm failed = MPI_COMM_NULL;  // where those that have failed meet
};
Ranks ours;

}  // namespace

RankSession::RankSession() {
  if (launched_processes() < 2) return;
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &ours.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ours.ranks);
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, ours.rank, MPI_INFO_NULL, &node);
  MPI_Comm_rank(node, &ours.rank_on_node);
  MPI_Comm_size(node, &ours.ranks_on_node);
  MPI_Comm_free(&node);
  MPI_Comm_dup(MPI_COMM_WORLD, &ours.failed);
  // Reports, and what --help says, are the first one's.
  if (ours.rank > 0 && std::freopen("/dev/null", "w", stdout) == nullptr) end_all_ranks(failure);
}

RankSession::~RankSession() {
  if (ours.failed == MPI_COMM_NULL) return;
  MPI_Comm_free(&ours.failed);
  MPI_Finalize();
}

int rank() { return ours.rank; }
int ranks() { return ours.ranks; }
int rank_on_node() { return ours.rank_on_node; }
int ranks_on_node() { return ours.ranks_on_node; }

void check_ranks_found() {
  if (launched_processes() < 2 || ours.ranks > 1) return;
  refuse_processes(
      "MPI finds one: it is another MPI's than this build's, or srun needs --mpi=pmix");
}

RankPart own_part(std::uint64_t elements) {
  auto const r = static_cast<std::uint64_t>(ours.rank), p = static_cast<std::uint64_t>(ours.ranks);
  auto const begin_of = [&](std::uint64_t k) { return elements / p * k + elements % p * k / p; };
  return {begin_of(r), begin_of(r + 1) - begin_of(r)};
}

void wait_for_ranks() {
  if (ours.ranks > 1) MPI_Barrier(MPI_COMM_WORLD);
}

namespace {
std::uint64_t reduce(std::uint64_t number, MPI_Op operation) {
  if (ours.ranks == 1) return number;
  MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_UINT64_T, operation, MPI_COMM_WORLD);
  return number;
}
}  // namespace

std::uint64_t sum_of_ranks(std::uint64_t number) { return reduce(number, MPI_SUM); }
std::uint64_t largest_of_ranks(std::uint64_t number) { return reduce(number, MPI_MAX); }

std::uint64_t sum_of_ranks_before(std::uint64_t number) {
  std::uint64_t before = 0;
  if (ours.ranks > 1) MPI_Exscan(&number, &before, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  return ours.rank == 0 ? 0 : before;
}

std::vector<std::uint64_t> numbers_of_ranks(std::uint64_t number) {
  std::vector<std::uint64_t> numbers(static_cast<std::size_t>(ours.ranks), number);
  if (ours.ranks > 1) {
    MPI_Allgather(&number, 1, MPI_UINT64_T, numbers.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD);
  }
  return numbers;
}

double number_of_first_rank(double number) {
  if (ours.ranks > 1) MPI_Bcast(&number, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  return number;
}

std::string text_of_first_rank(std::string const& text) {
  if (ours.ranks == 1) return text;
  std::uint64_t size = text.size();
  MPI_Bcast(&size, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  std::string first = text;
  first.resize(size);
  MPI_Bcast(first.data(), static_cast<int>(size), MPI_CHAR, 0, MPI_COMM_WORLD);
  return first;
}

void check_ranks_agree(std::vector<std::string> const& arguments) {
  std::string all;
  for (auto const& argument : arguments) all += argument + '\0';
  if (sum_of_ranks(all != text_of_first_rank(all) ? 1 : 0) == 0) return;
  throw UsageError("the processes were started with different command lines: give all the same");
}

bool all_ranks_have_failed() {
  if (ours.ranks == 1) return true;
  using Clock = std::chrono::steady_clock;
  // Those that throw the same do so within moments of each other.
  auto const end = Clock::now() + std::chrono::seconds(3);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(ours.failed, &request);
  int all = 0;
  while (MPI_Test(&request, &all, MPI_STATUS_IGNORE), all == 0 && Clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return all != 0;
}

void end_all_ranks(int code) {
  MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);  // not reached
}

#endif

}  // namespace yoke::tool
