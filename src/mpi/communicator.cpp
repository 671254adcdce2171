#include "yoke/mpi/detail/communicator.hpp"

#include <algorithm>
#include <stdexcept>

namespace yoke::detail::mpi {

namespace {

void check_initialised() {
  int initialised = 0, finalised = 0;
  MPI_Initialized(&initialised);
  MPI_Finalized(&finalised);
  if (initialised == 0 || finalised != 0) {
    throw std::logic_error("yoke::Distributed: MPI is not initialised, or has been finalised");
  }
}

// Some MPIs compare unsigned numbers as if they were signed (MPICH 4.0.2, of Debian 12; Open MPI
// 4.1.2 of Ubuntu 22.04, where they are `unsigned long`). With the highest bit flipped,
// signed numbers have the order of unsigned ones.
void reduce_all(std::uint64_t* numbers, int size, MPI_Op operation, MPI_Comm comm) {
  bool const compares = operation == MPI_MIN || operation == MPI_MAX;
  auto const flip = [&] {
    for (int i = 0; compares && i < size; ++i) numbers[i] ^= std::uint64_t(1) << 63;
  };
  flip();
  MPI_Allreduce(MPI_IN_PLACE, numbers, size, compares ? MPI_INT64_T : MPI_UINT64_T, operation,
                comm);
  flip();
}

}  // namespace

Communicator::Communicator(MPI_Comm comm, std::size_t most_message_bytes, Timeline* timeline)
    : most_message_bytes_(
          std::clamp<std::size_t>(most_message_bytes, least_message, largest_message)),
      timeline_(timeline) {
  check_initialised();
  MPI_Comm_dup(comm, &comm_);
  MPI_Comm_rank(comm_, &rank_);
  MPI_Comm_size(comm_, &ranks_);
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(comm_, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &node);
  MPI_Comm_rank(node, &rank_on_node_);
  MPI_Comm_size(node, &ranks_on_node_);
  MPI_Comm_free(&node);
}

Communicator::~Communicator() {
  int finalised = 0;
  MPI_Finalized(&finalised);
  if (finalised == 0) MPI_Comm_free(&comm_);
}

void Communicator::reduce(std::uint64_t* numbers, std::size_t size, MPI_Op operation,
                          std::size_t most_bytes) {
  Timed const timed(*this);
  std::size_t const most = most_bytes / sizeof(std::uint64_t);
  for (std::size_t begin = 0; begin < size; begin += most) {
    int const count = static_cast<int>(std::min(most, size - begin));
    reduce_all(numbers + begin, count, operation, comm_);
  }
  enter(ranks_ > 1 ? size * sizeof(std::uint64_t) : 0);
}

void Communicator::sum(std::uint64_t* numbers, std::size_t size) {
  reduce(numbers, size, MPI_SUM, most_message_bytes_);
}

void Communicator::bitwise_or(std::uint64_t* numbers, std::size_t size) {
  reduce(numbers, size, MPI_BOR, most_message_bytes_);
}

std::uint64_t Communicator::sum(std::uint64_t number) {
  reduce(&number, 1, MPI_SUM, most_message_bytes_);
  return number;
}

std::uint64_t Communicator::least(std::uint64_t number) {
  reduce(&number, 1, MPI_MIN, most_message_bytes_);
  return number;
}

std::uint64_t Communicator::largest(std::uint64_t number) {
  reduce(&number, 1, MPI_MAX, most_message_bytes_);
  return number;
}

Counts Communicator::sum_before(Counts numbers) {
  Timed const timed(*this);
  // What rank 0 gets is not defined.
  Counts before(numbers.size());
  std::size_t const most = most_message_bytes_ / sizeof(std::uint64_t);
  for (std::size_t begin = 0; begin < numbers.size(); begin += most) {
    int const count = static_cast<int>(std::min(most, numbers.size() - begin));
    MPI_Exscan(numbers.data() + begin, before.data() + begin, count, MPI_UINT64_T, MPI_SUM, comm_);
  }
  if (rank_ == 0) std::fill(before.begin(), before.end(), 0);
  enter(ranks_ > 1 ? numbers.size() * sizeof(std::uint64_t) : 0);
  return before;
}

Counts Communicator::gather(std::uint64_t number) {
  Timed const timed(*this);
  Counts all(static_cast<std::size_t>(ranks_));
  MPI_Allgather(&number, 1, MPI_UINT64_T, all.data(), 1, MPI_UINT64_T, comm_);
  enter((all.size() - 1) * sizeof(number));
  return all;
}

Counts Communicator::transpose(Counts const& numbers) {
  Timed const timed(*this);
  Counts from(numbers.size());
  std::size_t const each = numbers.size() / static_cast<std::size_t>(ranks_);
  int const count = static_cast<int>(each);
  MPI_Alltoall(numbers.data(), count, MPI_UINT64_T, from.data(), count, MPI_UINT64_T, comm_);
  enter((from.size() - each) * sizeof(std::uint64_t));
  return from;
}

void Communicator::exchange(std::byte const* send, Parts const& to, std::byte* receive,
                            Parts const& from) {
  Timed const timed(*this);
  std::vector<MPI_Request> requests;
  std::uint64_t sent = 0;
  // In parts of one length, which both ends know: messages between two ranks keep their order.
  auto const in_parts = [&](Parts const& parts, int rank, auto const& start) {
    auto const r = static_cast<std::size_t>(rank);
    for (std::uint64_t begin = 0; begin < parts.bytes[r]; begin += most_message_bytes_) {
      auto const size = std::min<std::uint64_t>(most_message_bytes_, parts.bytes[r] - begin);
      requests.push_back(MPI_REQUEST_NULL);
      start(parts.begin[r] + begin, static_cast<int>(size), &requests.back());
    }
  };
  // Each rank begins with the one after it, or all would send to rank 0 first.
  for (int step = 1; step < ranks_; ++step) {
    int const source = (rank_ + ranks_ - step) % ranks_, target = (rank_ + step) % ranks_;
    in_parts(from, source, [&](std::uint64_t begin, int size, MPI_Request* request) {
      MPI_Irecv(receive + begin, size, MPI_BYTE, source, 0, comm_, request);
    });
    in_parts(to, target, [&](std::uint64_t begin, int size, MPI_Request* request) {
      MPI_Isend(send + begin, size, MPI_BYTE, target, 0, comm_, request);
    });
    sent += to.bytes[static_cast<std::size_t>(target)];
  }
  // MPI counts requests by int too.
  for (std::size_t begin = 0; begin < requests.size();) {
    auto const count = std::min<std::size_t>(requests.size() - begin, std::size_t(1) << 20);
    MPI_Waitall(static_cast<int>(count), requests.data() + begin, MPI_STATUSES_IGNORE);
    begin += count;
  }
  enter(sent);
}

}  // namespace yoke::detail::mpi
