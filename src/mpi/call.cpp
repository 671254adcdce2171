#include "yoke/mpi/detail/communicator.hpp"

#include <cxxabi.h>

#include <charconv>
#include <cstdlib>
#include <memory>
#include <stdexcept>

#include "yoke/detail/primitives/hash.hpp"

// What a call begins with: are all ranks making it, with the same values?

namespace yoke::detail::mpi {

namespace {

std::uint64_t hash_of(std::string_view text, std::uint64_t begin) {
  std::uint64_t sum = hash(begin + text.size() + 1);
  for (char const c : text) sum = hash(sum + static_cast<unsigned char>(c) + 1);
  return sum;
}

// Names and texts, each with a character of value 0 behind it, which none of them has.
std::string packed(std::vector<Call::Value> const& values) {
  std::string all;
  for (auto const& value : values) all += value.name + '\0' + value.text + '\0';
  return all;
}

std::string taken(std::string& packed) {
  auto const end = packed.find('\0');
  if (end == std::string::npos) return {};
  std::string text = packed.substr(0, end);
  packed.erase(0, end + 1);
  return text;
}

std::exception_ptr refusal(std::string const& what) {
  return std::make_exception_ptr(std::invalid_argument(what));
}

}  // namespace

std::string text_of(double number) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
}

std::string readable_type(std::type_info const& type) {
  int status = 0;
  std::unique_ptr<char, decltype(&std::free)> const name(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? name.get() : type.name();
}

std::string join_words(std::vector<std::string> const& words) {
  std::string all;
  for (std::size_t i = 0; i < words.size(); ++i) {
    all += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  }
  return all;
}

Call& Call::alike(std::string name, std::vector<std::uint64_t> const& numbers) {
  std::uint64_t sum = 0;
  for (auto const number : numbers) sum = detail::hash(sum + number + 1);
  return enter({std::move(name), std::to_string(sum), false});
}

std::uint64_t Call::hash() const { return hash_of(packed(values_), hash_of(what_, 0)); }

void Communicator::compare(Call const& call, std::exception_ptr const& error) {
  // The largest, and of the complements, which are largest where the hashes are least. A rank that
  // has failed says what no hash and its complement are.
  std::uint64_t const own = call.hash();
  std::uint64_t extremes[] = {own, ~own};
  if (error != nullptr) extremes[0] = extremes[1] = ~std::uint64_t(0);
  // In one message, whatever the ranks' longest ones are: those may be what differs.
  reduce(extremes, 2, MPI_MAX, largest_message);
  if (extremes[0] == ~extremes[1]) return;
  throw_where_calls_differ(call);
  agree(error);
  throw_where_values_differ(call);
}

// A text of one rank's, on all.
std::string Communicator::of_rank(std::uint64_t rank, std::string text) {
  int const root = static_cast<int>(rank);
  std::uint64_t size = text.size();
  MPI_Bcast(&size, 1, MPI_UINT64_T, root, comm_);
  text.resize(size);
  MPI_Bcast(text.data(), static_cast<int>(size), MPI_CHAR, root, comm_);
  return text;
}

void Communicator::throw_where_calls_differ(Call const& call) {
  std::string const first = of_rank(0, call.what());
  std::exception_ptr error;
  if (first != call.what()) {
    error = refusal("yoke::Distributed: all ranks must make the same call: rank 0 " + first +
                    ", rank " + std::to_string(rank_) + " " + call.what());
  }
  agree_on(error, false);
}

void Communicator::throw_where_values_differ(Call const& call) {
  std::string first = of_rank(0, packed(call.values()));
  std::string const differs = " must be the same on all ranks; ";
  std::string const own_rank = "rank " + std::to_string(rank_);
  std::exception_ptr error;
  for (auto const& value : call.values()) {
    std::string const name = taken(first), text = taken(first);
    if (name == value.name && text == value.text) continue;
    // Of layers and the like one rank may have more.
    std::string const what =
        name != value.name  ? "it is not what " + own_rank + " gives in its place"
        : value.is_readable ? "it is " + text + " on rank 0 and " + value.text + " on " + own_rank
                            : "it is another one on " + own_rank + " than on rank 0";
    error = refusal(call.name() + (": " + name) + differs + what);
    break;
  }
  if (error == nullptr && !first.empty()) {
    error = refusal(call.name() + (": " + taken(first)) + differs + "it is missing on " + own_rank);
  }
  agree_on(error, false);
}

}  // namespace yoke::detail::mpi
