#include "parser.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <iostream>
#include <string_view>
#include <system_error>
#include <utility>
#include <yoke/messages.hpp>

#include "errors.hpp"

namespace yoke::tool {
namespace {

// What a text says of a count: nothing, or a number, which may be larger than any.
struct Count {
  bool is_one = false;
  std::optional<std::uint64_t> number = {};
};

Count parse_digits(std::string_view text) {
  std::uint64_t number = 0;
  auto const end = text.data() + text.size();
  auto const [stopped, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc::invalid_argument || stopped != end) return {};
  if (error != std::errc()) return {true};
  return {true, number};
}

Count parse_power(std::string_view text) {
  auto const caret = text.find('^');
  auto const base = parse_digits(text.substr(0, caret));
  if (caret == std::string_view::npos || !base.is_one) return base;
  auto const exponent = parse_digits(text.substr(caret + 1));
  if (!exponent.is_one) return {};
  if (!base.number) return exponent.number == 0 ? Count{true, 1} : Count{true};
  // Of 0 and 1 no power is too large; of others the 64th is.
  std::uint64_t power = 1;
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(exponent.number.value_or(64), 64); ++i) {
    if (__builtin_mul_overflow(power, *base.number, &power)) return {true};
  }
  return {true, power};
}

// Powers become digits, which CLI11 can convert.
CLI::Validator digits_of_count(std::uint64_t least, std::uint64_t most) {
  auto const to_digits = [least, most](std::string& text) -> std::string {
    try {
      text = std::to_string(parse_count(text, least, most));
    } catch (BadWord const& error) {
      return error.what();
    }
    return {};
  };
  return CLI::Validator(to_digits, "");
}

template <class Target>
CLI::Option* add_count_to(CLI::App& app, std::string const& name, Target& target,
                          std::string const& description, std::uint64_t least, std::uint64_t most) {
  return app.add_option(name, target, description)
      ->transform(digits_of_count(least, most))
      ->type_name("N");
}

CLI::App const& innermost(CLI::App const& app) {
  auto const parsed = app.get_subcommands();
  return parsed.empty() ? app : innermost(*parsed.front());
}

// CLI11 lets a flag have a value. It takes the next word, whatever that is, if none follows the
// sign or the option.
void refuse_odd_values(CLI::App const& program, std::vector<std::string> const& words) {
  auto const refuse = [](std::string const& what) {
    throw UsageError(what + " (--help says what there is)");
  };
  CLI::App const* command = &program;
  std::string waits;  // the option whose value is due
  for (std::string const& word : words) {
    auto const sign = word.find('=');
    bool const is_long = word.starts_with("--");
    auto const name = is_long ? word.substr(0, sign) : word.substr(0, 2);
    auto const* const option =
        word.size() > 1 && word.front() == '-' ? command->get_option_no_throw(name) : nullptr;
    if (!waits.empty()) {
      if (word == "--" || (is_long && option != nullptr)) refuse(waits + " needs a value");
      waits.clear();
      continue;
    }
    if (word == "--") return;
    auto const below = command->get_subcommands(
        [&word](CLI::App const* const one) { return one->get_name() == word; });
    if (!below.empty()) command = below.front();
    if (option == nullptr) continue;
    bool const is_flag = option->get_items_expected_max() == 0;
    bool const has_sign = is_long ? sign != word.npos : sign == 2;
    if (has_sign && is_flag) refuse(name + " takes no value");
    if (has_sign && !is_long) refuse(name + " takes its value without =");
    if (has_sign && sign + 1 == word.size()) refuse(name + " needs a value");
    if (!has_sign && !is_flag && word == name) waits = name;
  }
}

// A name that is empty, as of a shell's variable that is not set, would be none at all.
void refuse_empty_words(CLI::App const& app) {
  for (auto const* const option : app.get_options()) {
    if (std::ranges::find(option->results(), "") == option->results().end()) continue;
    throw CLI::ValidationError(option->get_name(), "there is nothing between the quotes");
  }
  for (auto const* const command : app.get_subcommands()) refuse_empty_words(*command);
}

OptionRow describe_option(CLI::Option const& option) {
  OptionRow row;
  for (auto const& name : option.get_snames()) row.names.push_back("-" + name);
  for (auto const& name : option.get_lnames()) row.names.push_back("--" + name);
  if (option.get_positional()) row.place = option.get_name(true);
  row.is_required = option.get_required();
  row.takes_value = option.get_items_expected_max() > 0;
  row.value = option.get_type_name();
  row.standard = option.get_default_str();
  row.description = option.get_description();
  return row;
}

CommandRow describe_command(CLI::App const& app, std::string const& before) {
  CommandRow row;
  row.name = before + app.get_name();
  row.description = app.get_description();
  row.footer = app.get_footer();
  for (auto const* const option : app.get_options())
    row.options.push_back(describe_option(*option));
  for (auto const* const one : app.get_subcommands([](CLI::App const*) { return true; })) {
    row.commands.push_back(describe_command(*one, row.name + " "));
  }
  return row;
}

// A command as its user typed it: "generate graph", and the program's name alone where there is
// none.
std::string typed_name(CLI::App const& command) {
  std::string name = command.get_name();
  auto const* above = command.get_parent();
  for (; above != nullptr && above->get_parent() != nullptr; above = above->get_parent()) {
    name = above->get_name() + " " + name;
  }
  return name;
}

// CLI11 counts values: "--seed: At Most 1 required but received 2".
std::string explain_number_of_values(std::string const& message) {
  auto const name = message.substr(0, message.find(':'));
  bool const is_missing = message.find("missing") != message.npos;
  return name + (is_missing ? " needs a value" : " is given more than once");
}

// What is wrong with a command line, for its user: CLI11 does not name a command that is none.
std::string explain(CLI::App const& app, CLI::ParseError const& error) {
  CLI::App const& command = innermost(app);
  std::vector<std::string> names;
  for (auto const* const one : command.get_subcommands([](CLI::App const*) { return true; })) {
    names.push_back(one->get_name());
  }
  // Of the command or of those above it. What stands behind -- is no option.
  CLI::App const* owner = &command;
  while (owner->remaining().empty() && owner->get_parent() != nullptr) owner = owner->get_parent();
  auto left = owner->remaining();
  bool const may_be_options = std::erase(left, "--") == 0;
  bool const has_more =
      error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError) && !left.empty();
  if (has_more && may_be_options && left.front().starts_with('-') && left.front() != "-") {
    return fmt::format("{} has no option {}", typed_name(*owner), left.front());
  }
  // CLI11 lists them from the last to the first.
  if (names.empty() && has_more) {
    return fmt::format("{} does not expect {}", typed_name(*owner), fmt::join(left, " "));
  }
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ArgumentMismatch)) {
    return explain_number_of_values(error.what());
  }
  if (names.empty()) return error.what();
  auto const commands = fmt::format("{}", fmt::join(names, ", "));
  if (left.empty()) return fmt::format("{} needs a command: {}", command.get_name(), commands);
  if (left.front().starts_with('-')) {
    return fmt::format("{} has no option {}", typed_name(command), left.front());
  }
  return fmt::format("{} is not a command of {}: {}", in_quotes(left.front()), command.get_name(),
                     commands);
}

}  // namespace

class Conditions {
 public:
  void add(CLI::Option const& option, Case const& one) { all_.emplace_back(&option, one); }

  void check() const {
    for (auto const& [option, one] : all_) {
      if (option->count() == 0 || one.holds()) continue;
      throw UsageError(fmt::format("{} does nothing {}: it is for {}", option->get_name(),
                                   one.instead ? "for " + one.instead() : "here", one.name));
    }
  }

 private:
  std::vector<std::pair<CLI::Option const*, Case>> all_;
};

Option Option::type_name(std::string const& name) const {
  option_->type_name(name);
  return *this;
}

Option Option::show_default() const {
  option_->capture_default_str();
  return *this;
}

Option Option::show_default(std::string const& text) const {
  option_->default_str(text);
  return *this;
}

Option Option::required() const {
  option_->required();
  return *this;
}

Option Option::needs(Option other) const {
  option_->needs(other.option_);
  return *this;
}

Option Option::needs(std::string const& other) const {
  option_->needs(other);
  return *this;
}

Option Option::excludes(Option other) const {
  option_->excludes(other.option_);
  return *this;
}

Option Option::only_for(Case const& one) const {
  conditions_->add(*option_, one);
  if (one.is_in_help) {
    option_->description(fmt::format("{} (for {})", option_->get_description(), one.name));
  }
  return *this;
}

Parser Parser::add_command(std::string const& name, std::string const& description) const {
  return Parser(*app_->add_subcommand(name, description), conditions_);
}

void Parser::require_command() const { app_->require_subcommand(1); }

bool Parser::parsed() const { return app_->parsed(); }

void Parser::refuse_idle_options() const { conditions_->check(); }

CommandRow Parser::describe() const { return describe_command(*app_, ""); }

Option Parser::add_flag(std::string const& name, bool& target,
                        std::string const& description) const {
  return handle(app_->add_flag(name, target, description));
}

Option Parser::add_text(std::string const& name, std::string& target,
                        std::string const& description) const {
  return handle(app_->add_option(name, target, description));
}

Option Parser::add_word(std::string const& name, Take const& take,
                        std::string const& description) const {
  auto const take_or_complain = [take, name](std::string const& word) {
    try {
      take(word);
    } catch (BadWord const& error) {
      throw CLI::ValidationError(name, error.what());
    }
  };
  return handle(app_->add_option_function<std::string>(name, take_or_complain, description));
}

Option Parser::add_count(std::string const& name, int& target, std::string const& description,
                         std::uint64_t least, std::uint64_t most) const {
  return handle(add_count_to(*app_, name, target, description, least, most));
}

Option Parser::add_count(std::string const& name, std::uint64_t& target,
                         std::string const& description, std::uint64_t least,
                         std::uint64_t most) const {
  return handle(add_count_to(*app_, name, target, description, least, most));
}

Option Parser::add_count(std::string const& name, std::optional<std::uint64_t>& target,
                         std::string const& description, std::uint64_t least,
                         std::uint64_t most) const {
  return handle(add_count_to(*app_, name, target, description, least, most));
}

Option Parser::add_counts(std::string const& name, std::vector<std::uint64_t>& values,
                          std::string const& description, std::uint64_t least) const {
  auto const take = [&values, name, least](std::vector<std::string> const& lists) {
    values.clear();
    for (auto const& list : lists) {
      for (std::size_t begin = 0, end = 0; end < list.size(); begin = end + 1) {
        end = std::min(list.find(',', begin), list.size());
        try {
          if (begin == end) throw BadWord("a number is missing in " + in_quotes(list));
          values.push_back(parse_count(list.substr(begin, end - begin), least));
        } catch (BadWord const& error) {
          throw CLI::ValidationError(name, error.what());
        }
      }
    }
  };
  return handle(app_->add_option_function<std::vector<std::string>>(name, take, description)
                    ->allow_extra_args(false));
}

Program::Program(std::string const& name, std::string const& description,
                 std::string const& version, std::string const& footer)
    : Program(std::make_unique<CLI::App>(description, name)) {
  app_->footer(footer);
  app_->set_version_flag("--version", version);
}

Program::Program(std::unique_ptr<CLI::App> app)
    : Parser(*app, std::make_shared<Conditions>()), app_(std::move(app)) {}

Program::~Program() = default;

bool Program::parse(std::vector<std::string> words) {
  try {
    refuse_odd_values(*app_, words);
    std::ranges::reverse(words);  // CLI11 takes them from the back
    app_->parse(words);
    refuse_empty_words(*app_);
  } catch (CLI::ParseError const& error) {
    if (error.get_exit_code() != 0) {
      throw UsageError(fmt::format("{} (--help says what there is)", explain(*app_, error)));
    }
    app_->exit(error);
    std::cout.flush();
    return false;
  }
  refuse_idle_options();
  return true;
}

std::uint64_t parse_count(std::string const& text, std::uint64_t least, std::uint64_t most) {
  auto const count = parse_power(text);
  if (!count.is_one) {
    throw BadWord(in_quotes(text) + " is not a count: digits, or a power such as 2^24");
  }
  if (count.number && *count.number >= least && *count.number <= most) return *count.number;
  bool const is_past_any = !count.number && least > 0 && most == any_count;
  throw BadWord(in_quotes(text) + (is_past_any ? " is more than " + show_bound(most)
                                               : " is not " + show_range(least, most)));
}

double parse_real(std::string const& text) {
  double value = 0;
  auto const end = text.data() + text.size();
  auto const [stopped, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::invalid_argument || stopped != end) {
    throw BadWord(in_quotes(text) + " is not a number");
  }
  if (error == std::errc() && std::isfinite(value)) return value;
  if (std::isnan(value)) throw BadWord(in_quotes(text) + " is not a number");
  throw BadWord(in_quotes(text) + " is beyond the numbers of double precision");
}

}  // namespace yoke::tool
