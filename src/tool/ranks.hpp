#pragma once

#include <cstdint>
#include <string>
#include <vector>

// The processes that a launcher (mpirun, srun) has started this command as, which share out its
// work: ranks of MPI. Without a launcher, or with YOKE_ALONE=1 in the environment, one, that never
// starts MPI.
namespace yoke::tool {

// MPI, from its beginning to its end, where a launcher has started several processes. All of them
// make every call below, in the same order.
class RankSession {
 public:
  RankSession();
  ~RankSession();
  RankSession(RankSession const&) = delete;
  RankSession& operator=(RankSession const&) = delete;
};

int rank();
int ranks();
int rank_on_node();
int ranks_on_node();
// Throws UsageError where the launcher has started several processes that MPI knows nothing of, or
// there is no MPI.
void check_ranks_found();
// Throws UsageError on all ranks where these, or how many there are, are not the same on all.
void check_ranks_agree(std::vector<std::string> const& arguments);
// Throws UsageError where there are several, for a command that works in one process.
void check_is_alone();

// This rank's part of so many elements: parts of one length, but for one element.
struct RankPart {
  std::uint64_t begin, size;
};
RankPart own_part(std::uint64_t elements);

void wait_for_ranks();
std::uint64_t sum_of_ranks(std::uint64_t number);
std::uint64_t largest_of_ranks(std::uint64_t number);
std::uint64_t sum_of_ranks_before(std::uint64_t number);
std::vector<std::uint64_t> numbers_of_ranks(std::uint64_t number);  // in their order
double number_of_first_rank(double number);
std::string text_of_first_rank(std::string const& text);

// For a rank that has failed. Have all, as where the library throws the same everywhere? Else some
// wait for this one, for ever: it ends them with itself.
bool all_ranks_have_failed();
[[noreturn]] void end_all_ranks(int code);

}  // namespace yoke::tool
