#pragma once

#include <mpi.h>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "yoke/counted.hpp"
#include "yoke/timeline.hpp"

namespace yoke::detail::mpi {

std::string text_of(double number);                // the shortest that reads back
std::string readable_type(std::type_info const&);  // as it is written in C++

// A type by its kind and width, so that `long` and `long long` are one; others by their names.
template <class T>
std::string type_text() {
  if constexpr (std::is_same_v<T, bool>) {
    return "bool";
  } else if constexpr (std::is_integral_v<T>) {
    return (std::is_signed_v<T> ? "std::int" : "std::uint") + std::to_string(8 * sizeof(T)) + "_t";
  } else if constexpr (std::is_empty_v<T>) {
    return readable_type(typeid(T));
  } else if constexpr (std::is_floating_point_v<T>) {
    return sizeof(T) == sizeof(float) ? "float" : "double";
  } else {
    return readable_type(typeid(T)) + " (" + show_count(sizeof(T), "byte") + ")";
  }
}

// "float, double and bool"
std::string join_words(std::vector<std::string> const& words);
template <class... Types>
std::string types_text() {
  return join_words({type_text<Types>()...});
}

// What is the same on all ranks: the call with its types, and values that no two ranks may give
// differently.
class Call {
 public:
  struct Value {
    std::string name, text;
    bool is_readable;  // of hashes the text tells nobody anything
  };

  // A call of the public function `name`, or the constructor of its plan. `types` is "" where the
  // call has none.
  static Call run(char const* name, std::string const& types) { return {name, "calls", types}; }
  static Call plan(char const* name, std::string const& types) {
    return {name, "makes the plan of", types};
  }

  // A value: a number, what is true or false, a text, or a choice of those that have names.
  template <class T>
  Call& same(std::string name, T value) {
    if constexpr (std::is_same_v<T, bool>) {
      return enter({std::move(name), value ? "true" : "false", true});
    } else if constexpr (std::is_floating_point_v<T>) {
      return enter({std::move(name), text_of(value), true});
    } else if constexpr (std::is_convertible_v<T, std::string_view>) {
      return enter({std::move(name), std::string(std::string_view(value)), true});
    } else if constexpr (std::is_enum_v<T>) {
      return enter({std::move(name), std::string(to_string(value)), true});
    } else {
      return enter({std::move(name), std::to_string(value), true});
    }
  }
  // Of an enumeration without a table: its names in their order.
  template <class Choice>
  Call& same(std::string name, Choice value, std::span<std::string_view const> names) {
    auto const i = static_cast<std::size_t>(value);
    return enter(
        {std::move(name), i < names.size() ? std::string(names[i]) : std::to_string(i), true});
  }
  template <class Choice>
  Call& same(std::string name, Choice value, std::initializer_list<std::string_view> names) {
    return same(std::move(name), value, std::span(names.begin(), names.size()));
  }
  // Numbers that nobody would read: a hash of them is compared.
  Call& alike(std::string name, std::vector<std::uint64_t> const& numbers);

  char const* name() const { return name_; }
  std::string const& what() const { return what_; }
  std::vector<Value> const& values() const { return values_; }
  std::uint64_t hash() const;

 private:
  Call(char const* name, char const* verb, std::string const& types)
      : name_(name),
        what_(std::string(verb) + " " + name + (types.empty() ? "" : " of " + types)) {}
  Call& enter(Value value) {
    values_.push_back(std::move(value));
    return *this;
  }

  char const* name_;
  std::string what_;
  std::vector<Value> values_;
};

// Of enumerations that have no table.
inline constexpr std::string_view order_names[] = {"ascending", "descending"},
                                  end_names[] = {"tail", "head"},
                                  scan_end_names[] = {"head", "tail"},
                                  eighth_value_names[] = {"stay", "retry", "diagonal"};

// What a call has sent, as yoke::CommunicationReport says it.
struct Traffic {
  std::uint64_t bytes_sent = 0;
  std::uint64_t rounds = 0;
  double seconds = 0;
};

// One number for each rank.
using Counts = std::vector<std::uint64_t>;

// How many elements went to each rank, and came from each.
struct Moved {
  Counts to, from;
};

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
  // has thrown, of the same type where it is one of the library's. The message says which rank it
  // was, but of files, which are the same for all, and where all have failed alike.
  void agree(std::exception_ptr const& error);
  // Runs what each rank does alone, and lets all throw where it fails on one of them.
  template <class Body>
  void run_agreed(Body const& body) {
    agree(thrown_by(body));
  }
  // What every call and every plan's constructor begins with, of whatever kind: one message of one
  // size, so that ranks that make different calls find it out before anything else moves. Runs what
  // this rank does alone first, which may add to the call's values. All ranks throw
  // std::invalid_argument where their calls differ; else what the first of those that fail throws;
  // else std::invalid_argument where values differ.
  template <class Body>
  void begin_call(Call const& call, Body const& body) {
    traffic_ = {};
    compare(call, thrown_by(body));
  }
  void begin_call(Call const& call) {
    begin_call(call, [] {});
  }

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
  template <class Body>
  static std::exception_ptr thrown_by(Body const& body) {
    try {
      body();
    } catch (...) {
      return std::current_exception();
    }
    return nullptr;
  }

  void reduce(std::uint64_t* numbers, std::size_t size, MPI_Op operation, std::size_t most_bytes);
  void agree_on(std::exception_ptr const& error, bool names_rank);
  void compare(Call const& call, std::exception_ptr const& error);
  std::string of_rank(std::uint64_t rank, std::string text);
  void throw_where_calls_differ(Call const& call);
  void throw_where_values_differ(Call const& call);

  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0, ranks_ = 1, rank_on_node_ = 0, ranks_on_node_ = 1;
  std::size_t most_message_bytes_;
  Timeline* timeline_;
  Traffic traffic_;
};

// Runs what each rank does alone, and lets all throw where it fails on one of them.
template <class Body>
void agreed(Communicator& ranks, Body const& body) {
  ranks.run_agreed(body);
}

}  // namespace yoke::detail::mpi
