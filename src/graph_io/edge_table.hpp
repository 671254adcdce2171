#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weights.hpp"
#include "yoke/graph_io_options.hpp"

// Edge lists as tables: the columns have names, or fields are quoted (RFC 4180).
namespace yoke::detail::files {

// A field without blanks around it, and of a quoted one what its quotes hold.
struct Field {
  std::string_view text;
  bool is_quoted = false;
  bool has_doubled_quotes = false;

  // With one quote for two.
  std::string content() const;
};

// Walks over the records of a table and over their fields. A quoted field may hold separators, and
// line ends unless blanks part the fields. Blank lines and comments are passed over. A comment with
// as many fields as a table's header may be a record: colours and tags may begin as comments do.
class Records {
 public:
  // ' ' stands for blanks, any number of them. `columns`: those of a header; 0: there is none. If
  // vertices come first, what begins as a comment is one, or refused if it spans lines.
  Records(std::string_view text, char separator, std::size_t columns = 0,
          bool vertex_is_first = false)
      : at_(text.data()),
        end_(at_ + text.size()),
        separator_(separator),
        vertex_is_first_(vertex_is_first),
        columns_(columns),
        most_in_vain_(8 * text.size()) {}

  // Goes to the next record, whatever is left of the last one.
  bool next();
  // Its next field; false where it has no more.
  bool field(Field& field);

  // Where the record begins.
  char const* begin() const { return begin_; }
  // What follows the records seen, and the fields of the last one that were seen.
  char const* at() const { return at_; }
  // How many lines the records seen are, with those passed over, and how many of these are
  // comments.
  std::uint64_t lines() const { return lines_; }
  std::uint64_t comments() const { return comments_; }

 private:
  bool is_at_line_end() const { return at_ == end_ || *at_ == '\n' || *at_ == '\r'; }
  bool is_record();
  char const* end_of_record(bool& is_long);
  void skip_blanks();
  void skip_line();
  void skip_line_end();
  bool read_quoted(Field& field);
  bool refuse_quotes(char const* open, char const* reason, Field& field);
  void read_plain(Field& field);
  void find_next_field();

  char const* at_;
  char const* end_;
  char const* begin_ = nullptr;
  char separator_;
  bool vertex_is_first_;
  std::size_t columns_;
  bool has_more_ = false;  // a field of this record
  std::uint64_t lines_ = 0, comments_ = 0;
  // Characters that were looked at to tell comments from records: so few that the time is linear.
  std::uint64_t looked_at_in_vain_ = 0, most_in_vain_;
};

// One that Gephi calls Type, which says of each edge whether it is directed.
struct TypeColumn {
  std::size_t place;
  std::string name;
};

// How the edges stand in a table.
struct Table {
  char separator = ',';
  std::array<std::size_t, 2> ends = {0, 1};  // the columns of source and target
  std::vector<TypeColumn> types;
  std::optional<std::size_t> weight;  // the column of the weights, where they are kept
  std::vector<std::string> names;     // of all columns; empty: they have none
  std::size_t columns = 0;            // that each record must have; 0: any number
  std::string_view header;            // the record that names the columns; empty: none does
  std::vector<std::string> others;    // the names of columns that hold more of an edge
  bool has_more = false;              // than two columns, where they have no names
  bool has_yet_more = false;          // than three
  bool has_long_records = false;      // perhaps: a line may end within a quoted field
  bool is_guess = false;              // that the header is one, and no edge

  Records records(std::string_view text) const {
    return {text, separator, header.empty() ? 0 : names.size(), ends[0] == 0 || ends[1] == 0};
  }
};

// The table that a text is, which begins with its first line that is neither blank nor a comment.
// Nothing: a plain list of ids. Throws Fault where columns have names that do not say which are
// wanted, and no option does.
std::optional<Table> find_table(std::string_view text, ReaderOptions const& options);

// The columns of source and target, where a comment names those of a list, and nothing else:
// "# weight source target". Nothing where they stand as in a plain list, unless weights are wanted.
std::optional<Table> table_of_comment(std::string_view comment, std::string_view first_line,
                                      bool has_weights);

// Finds the column of the weights: that asked for, one whose name says so, or the third. Throws
// Fault where there is none. `at`: where the table begins.
void find_weights(Table& table, char const* at, GraphReadOptions const& options);

// Its records in pieces of about `piece_bytes`.
std::vector<std::string_view> split_at_records(std::string_view text, Table const& table,
                                               std::size_t piece_bytes);

}  // namespace yoke::detail::files
