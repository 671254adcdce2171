#include <cstring>

#include "edge_table.hpp"
#include "files/text.hpp"
#include "pieces.hpp"

namespace yoke::detail::files {

std::string Field::content() const {
  std::string content(text);
  if (!has_doubled_quotes) return content;
  for (auto at = content.find('"'); at != content.npos; at = content.find('"', at + 1)) {
    content.erase(at, 1);
  }
  return content;
}

bool Records::next() {
  Field rest;
  while (has_more_) field(rest);
  bool const begins_plainly = at_ != end_ && unsigned(*at_ - '0') < 10;
  if (begins_plainly) {
    begin_ = at_;
    return has_more_ = true;
  }
  while (at_ != end_) {
    begin_ = at_;
    while (at_ != end_ && *at_ == ' ') ++at_;
    bool const is_comment = at_ != end_ && (*at_ == '#' || *at_ == '%') && !is_record();
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\t')) ++at_;
    if (!is_comment && !is_at_line_end()) {
      // An empty first field is one, too.
      at_ = begin_;
      has_more_ = true;
      return true;
    }
    comments_ += is_comment;
    skip_line();
  }
  return false;
}

// Is the line, which begins as a comment, a record? It then has as many fields as the header.
bool Records::is_record() {
  if (columns_ == 0 || separator_ == ' ') return false;
  bool is_long = false;
  char const* const stop = end_of_record(is_long);
  if (stop == nullptr) return false;
  if (!vertex_is_first_) return true;
  if (!is_long) return false;
  // The rest of a comment with such a field would be taken for a record.
  throw Fault{at_,
              "a comment has a quoted field that goes on in the next line: if it is a comment, "
              "leave out its quotes; if it is an edge, put quotes around its first field"};
}

// The end of a record that begins here, or null where none does.
char const* Records::end_of_record(bool& is_long) {
  std::size_t separators = 0;
  // A quote opens only a field that begins with it, or follows one that closes.
  bool is_quoted = false, may_open = false, is_bad = false;
  char const* at = at_;
  for (; at != end_ && separators < columns_ && !is_bad; ++at) {
    bool const is_line_end = *at == '\n' || *at == '\r';
    if (is_line_end && !is_quoted) break;
    is_long = is_long || is_line_end;
    if (*at == '"' && (is_quoted || may_open)) {
      is_quoted = !is_quoted;
      may_open = true;
    } else if (!is_quoted) {
      bool const is_separator = *at == separator_, is_blank = *at == ' ' || *at == '\t';
      // What follows a quoted field's end is a separator.
      is_bad = may_open && at[-1] == '"' && !is_separator && !is_blank;
      separators += is_separator;
      may_open = is_separator || (may_open && is_blank);
    }
  }
  if (separators + 1 == columns_ && !is_quoted && !is_bad) return at;
  if (!is_long) return nullptr;
  // Each such comment may be looked at to the text's end.
  looked_at_in_vain_ += static_cast<std::uint64_t>(at - at_);
  if (looked_at_in_vain_ > most_in_vain_) {
    throw Fault{at_,
                "many comments have a quoted field that does not end in its line: leave out "
                "their quotes"};
  }
  return nullptr;
}

bool Records::field(Field& field) {
  if (!has_more_) return false;
  field = {};
  skip_blanks();
  bool const is_quoted = !is_at_line_end() && *at_ == '"' && read_quoted(field);
  if (!is_quoted) read_plain(field);
  find_next_field();
  return true;
}

void Records::skip_blanks() {
  while (at_ != end_ && (*at_ == ' ' || (*at_ == '\t' && separator_ != '\t'))) ++at_;
}

void Records::skip_line() {
  while (!is_at_line_end()) ++at_;
  skip_line_end();
}

void Records::skip_line_end() {
  ++lines_;
  if (at_ != end_ && *at_ == '\r') ++at_;
  if (at_ != end_ && *at_ == '\n') ++at_;
}

bool Records::read_quoted(Field& field) {
  char const* const open = at_++;
  field.is_quoted = true;
  char const* const begin = at_;
  for (;; at_ += 2) {
    auto const size = static_cast<std::size_t>(end_ - at_);
    auto const* const quote = size == 0 ? nullptr : std::memchr(at_, '"', size);
    if (quote == nullptr) return refuse_quotes(open, "a quoted field does not end", field);
    at_ = static_cast<char const*>(quote);
    if (at_ + 1 == end_ || at_[1] != '"') break;
    field.has_doubled_quotes = true;
  }
  field.text = {begin, static_cast<std::size_t>(at_++ - begin)};
  bool const is_over = is_at_line_end() || *at_ == separator_ || *at_ == ' ' || *at_ == '\t';
  if (!is_over) return refuse_quotes(open, "more text follows a quoted field's end", field);
  std::uint64_t const lines = count_line_ends(field.text);
  if (lines > 0 && separator_ == ' ') return refuse_quotes(open, "", field);
  lines_ += lines;
  return true;
}

// Between blanks, words may begin with a quote that is only a letter of theirs.
bool Records::refuse_quotes(char const* open, char const* reason, Field& field) {
  if (separator_ != ' ') throw Fault{open, reason};
  at_ = open;
  field = {};
  return false;
}

void Records::read_plain(Field& field) {
  char const* const begin = at_;
  char const* at = begin;
  // Most characters are digits.
  while (at != end_ && unsigned(*at - '0') < 10) ++at;
  bool const may_end_at_tab = separator_ == ' ' || separator_ == '\t';
  for (; at != end_ && *at != separator_ && *at != '\n' && *at != '\r'; ++at) {
    if (*at == '\t' && may_end_at_tab) break;
  }
  at_ = at;
  while (at != begin && (at[-1] == ' ' || at[-1] == '\t')) --at;
  field.text = {begin, static_cast<std::size_t>(at - begin)};
}

void Records::find_next_field() {
  // As a rule the separator follows.
  if (separator_ != ' ' && at_ != end_ && *at_ == separator_) {
    ++at_;
    return;
  }
  skip_blanks();
  if (!is_at_line_end()) {
    // Comments may end a line of fields between blanks.
    bool const is_comment = separator_ == ' ' && (*at_ == '#' || *at_ == '%');
    if (separator_ == ' ' && !is_comment) return;
    if (*at_ == separator_) {
      ++at_;
      return;
    }
    if (!is_comment) throw Fault{at_, "more text follows a quoted field's end"};
    while (!is_at_line_end()) ++at_;
  }
  has_more_ = false;
  skip_line_end();
}

std::vector<std::string_view> split_at_records(std::string_view text, Table const& table,
                                               std::size_t piece_bytes) {
  if (!table.has_long_records) return split_at_lines(text, piece_bytes);
  std::vector<std::string_view> pieces;
  Records records = table.records(text);
  char const* begin = text.data();
  Field field;
  while (records.next()) {
    while (records.field(field)) {
    }
    auto const size = static_cast<std::size_t>(records.at() - begin);
    if (size < piece_bytes) continue;
    pieces.emplace_back(begin, size);
    begin = records.at();
  }
  char const* const end = text.data() + text.size();
  if (begin != end) pieces.emplace_back(begin, static_cast<std::size_t>(end - begin));
  return pieces;
}

}  // namespace yoke::detail::files
