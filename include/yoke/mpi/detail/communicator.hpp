#pragma once

#include <mpi.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "yoke/timeline.hpp"

namespace yoke::detail::mpi {

// What a call has sent, as yoke::CommunicationReport says it.
struct Traffic {
  std::uint64_t bytes_sent = 0;
  std::uint64_t rounds = 0;
  double seconds = 0;
};

// One number for each rank.
using Counts = std::vector<std::uint64_t>;

// Where in an array each rank's bytes are.
struct Parts {
  Counts begin, bytes;

  // One rank's elements after the other's.
  static Parts in_order(Counts const& counts, std::size_t element) {
    Parts parts;
    std::uint64_t begin = 0;
    for (auto const count : counts) {
      parts.begin.push_back(begin);
      parts.bytes.push_back(count * element);
      begin += count * element;
    }
    return parts;
  }
  // The same elements for everybody.
  static Parts repeated(std::uint64_t count, std::size_t ranks, std::size_t element) {
    return {Counts(ranks), Counts(ranks, count * element)};
  }
  // Parts of elements, in bytes.
  Parts of_size(std::size_t element) const {
    Parts parts = *this;
    for (auto& number : parts.begin) number *= element;
    for (auto& number : parts.bytes) number *= element;
    return parts;
  }
};

// What all ranks do together, with numbers that lie on the host. Every function here is called by
// all ranks, in the same order. MPI's own errors end the run, which is what its communicators do
// unless they are told not to.
class Communicator {
 public:
  static constexpr std::size_t least_message = 8, largest_message = std::size_t(1) << 30;

  // Messages have up to so many bytes, in these bounds: longer ones go in parts, as MPI counts by
  // int.
  Communicator(MPI_Comm comm, std::size_t most_message_bytes, Timeline* timeline = nullptr);
  ~Communicator();
  Communicator(Communicator const&) = delete;
  Communicator& operator=(Communicator const&) = delete;

  int rank() const { return rank_; }
  int ranks() const { return ranks_; }
  int rank_on_node() const { return rank_on_node_; }
  int ranks_on_node() const { return ranks_on_node_; }
  MPI_Comm handle() const { return comm_; }
  std::size_t most_message_bytes() const { return most_message_bytes_; }

  Traffic& traffic() { return traffic_; }

  // Element by element, of all ranks' numbers; each rank gives as many.
  void sum(std::uint64_t* numbers, std::size_t size);
  void bitwise_or(std::uint64_t* numbers, std::size_t size);
  std::uint64_t sum(std::uint64_t number);
  std::uint64_t least(std::uint64_t number);
  std::uint64_t largest(std::uint64_t number);
  // Of the ranks before this one.
  Counts sum_before(Counts numbers);
  // Each rank's.
  Counts gather(std::uint64_t number);
  // As many numbers go to each rank, in their order; returns what came from each.
  Counts transpose(Counts const& numbers);
  // Bytes on the host. What a rank has for itself is for the caller to copy.
  void exchange(std::byte const* send, Parts const& to, std::byte* receive, Parts const& from);

  // Ends a step that may have failed on some ranks: where one has, all throw what the first of them
  // has thrown, of the same type where it is one of the library's.
  void agree(std::exception_ptr const& error);
  // Throw std::invalid_argument on all ranks where they do not give the same numbers. One round.
  void check_same(char const* caller,
                  std::initializer_list<std::pair<char const*, std::uint64_t>> numbers);
  // The same of numbers that nobody would read, as many as may be: a hash of them is compared.
  void check_alike(char const* caller, char const* what, Counts const& numbers);

  // Adds the time from its construction to its end to what the call has spent here, and to the
  // timeline, where there is one.
  class Timed {
   public:
    explicit Timed(Communicator& ranks) : ranks_(ranks) {}
    ~Timed() {
      auto const end = Timeline::Clock::now();
      ranks_.traffic_.seconds += std::chrono::duration<double>(end - begin_).count();
      if (ranks_.timeline_) ranks_.timeline_->record(Lane::exchange, "exchange", begin_, end);
    }
    Timed(Timed const&) = delete;
    Timed& operator=(Timed const&) = delete;

   private:
    Communicator& ranks_;
    Timeline::Clock::time_point begin_ = Timeline::Clock::now();
  };

  // Of one array of 64-bit numbers, or of a message: one round, and so many bytes from this rank.
  void enter(std::uint64_t bytes) {
    ++traffic_.rounds;
    traffic_.bytes_sent += bytes;
  }

 private:
  void reduce(std::uint64_t* numbers, std::size_t size, MPI_Op operation, std::size_t most_bytes);
  Counts extremes_of(Counts const& numbers);

  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0, ranks_ = 1, rank_on_node_ = 0, ranks_on_node_ = 1;
  std::size_t most_message_bytes_;
  Timeline* timeline_;
  Traffic traffic_;
};

// Runs what each rank does alone, and lets all throw where it fails on one of them.
template <class Body>
void agreed(Communicator& ranks, Body const& body) {
  std::exception_ptr error;
  try {
    body();
  } catch (...) {
    error = std::current_exception();
  }
  ranks.agree(error);
}

}  // namespace yoke::detail::mpi
