#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "command_table.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

// The command line, by CLI11, which nothing but parser.cpp includes: with g++ 12 it adds ten
// seconds to whatever does, precompiled or not.
namespace yoke::tool {

// What an option's function throws of a word that it cannot take.
class BadWord : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A case in which some of a command's options count. Its functions own nothing: what they look at
// outlives the parsing.
struct Case {
  std::string name;             // what makes it: "--space hybrid"
  std::function<bool()> holds;  // asked when all words are taken, and maybe later again
  std::function<std::string()> instead = {};  // what there is where it does not hold: "a.yoke"
  bool is_in_help = true;                     // false for a rare one
};

// The options that count in some cases alone.
class Conditions;

// An option of a command, or a word that has its place. A handle.
class Option {
 public:
  Option(CLI::Option& option, std::shared_ptr<Conditions> conditions)
      : option_(&option), conditions_(std::move(conditions)) {}

  // What help shows for its value; "" for nothing.
  Option type_name(std::string const& name) const;
  // What help shows as its default: the value that its target has now, or this text.
  Option show_default() const;
  Option show_default(std::string const& text) const;
  Option required() const;
  Option needs(Option other) const;
  Option needs(std::string const& other) const;
  Option excludes(Option other) const;
  // It does something in this case alone, as help says. Given in another it is refused. Of several
  // cases all must hold.
  Option only_for(Case const& one) const;

 private:
  CLI::Option* option_;
  std::shared_ptr<Conditions> conditions_;
};

constexpr std::uint64_t any_count = std::numeric_limits<std::uint64_t>::max();

// A command's part of the command line. A handle; targets must outlive the parsing.
class Parser {
 public:
  using Take = std::function<void(std::string const&)>;

  Parser(CLI::App& app, std::shared_ptr<Conditions> conditions)
      : app_(&app), conditions_(std::move(conditions)) {}

  Parser add_command(std::string const& name, std::string const& description) const;
  // One of the commands that are added must be given.
  void require_command() const;
  // Was this command given?
  bool parsed() const;
  // Throws UsageError where an option was given that does nothing in the case that there is. Asked
  // when all words are taken; again where what an input holds is known later.
  void refuse_idle_options() const;
  // What there is to say of it and of the commands below it.
  CommandRow describe() const;

  Option add_flag(std::string const& name, bool& target, std::string const& description) const;
  Option add_text(std::string const& name, std::string& target,
                  std::string const& description) const;
  // What becomes of the word is up to take(word), which may throw BadWord.
  Option add_word(std::string const& name, Take const& take, std::string const& description) const;

  // Counts from `least` to `most`, as powers too: 16777216 or 2^24.
  Option add_count(std::string const& name, int& target, std::string const& description,
                   std::uint64_t least, std::uint64_t most) const;
  Option add_count(std::string const& name, std::uint64_t& target, std::string const& description,
                   std::uint64_t least = 0, std::uint64_t most = any_count) const;
  Option add_count(std::string const& name, std::optional<std::uint64_t>& target,
                   std::string const& description, std::uint64_t least = 0,
                   std::uint64_t most = any_count) const;
  // Several at once, separated by commas: never the word after them.
  Option add_counts(std::string const& name, std::vector<std::uint64_t>& values,
                    std::string const& description, std::uint64_t least) const;

 private:
  Option handle(CLI::Option* option) const { return {*option, conditions_}; }

  CLI::App* app_;
  std::shared_ptr<Conditions> conditions_;
};

// The program's own parser.
class Program : public Parser {
 public:
  // Help ends with the footer.
  Program(std::string const& name, std::string const& description, std::string const& version,
          std::string const& footer);
  ~Program();

  // Takes the words after the program's name. False where help or the version was asked for, and is
  // printed. Throws UsageError.
  bool parse(std::vector<std::string> words);

 private:
  explicit Program(std::unique_ptr<CLI::App> app);
  std::unique_ptr<CLI::App> app_;
};

// The number that a text says by digits, or as BASE^EXPONENT. Throws BadWord where it says none
// from `least` to `most`.
std::uint64_t parse_count(std::string const& text, std::uint64_t least = 0,
                          std::uint64_t most = any_count);
// The number that a text says. Throws BadWord where it says none, or none that is finite.
double parse_real(std::string const& text);

}  // namespace yoke::tool
