// Writer of HTML: texts, tables and charts. All content from a database is escaped, and tags come
// only from this program.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace microdata::client {

class Html {
 public:
  using Attributes = std::vector<std::pair<std::string_view, std::string>>;

  Html& open(std::string_view tag, const Attributes& attributes = {});
  Html& close(std::string_view tag);
  Html& text(std::string_view text);
  // Writes a tag that contains only text.
  Html& element(std::string_view tag, std::string_view text, const Attributes& attributes = {});
  // Writes HTML of this program unescaped.
  Html& raw(std::string_view html);

  // Removes all content after `length` bytes.
  void shorten(std::size_t length) { html_.resize(length); }

  const std::string& str() const { return html_; }

 private:
  void escape(std::string_view text);

  std::string html_;
};

// Returns a number as readers of several countries understand it: a narrow space between thousands,
// a point before decimals.
std::string number_text(double value, int decimals);
std::string count_text(double value);
// Returns a share as a percentage, 0.1234 as 12.3 %. A share that rounding would make 0 or 100 is
// shown as below or above a bound.
std::string percent_text(double share);
// Returns a number with its significant digits.
std::string figure_text(double value);
// Returns a number as programs read it, without loss; empty if it is not finite.
std::string exact_text(double value);
// Returns a text, cut between characters if it is long.
std::string shortened(std::string_view text, std::size_t characters);

// Cell of a table.
struct Cell {
  std::string shown;
  // Value that the chart draws: a number as JavaScript reads it; empty for none.
  std::string value;

  static Cell text(std::string text) { return {std::move(text), ""}; }
  // Return a number in its form, or a dash for a missing one.
  static Cell count(std::optional<double> number) { return of(number, count_text); }
  static Cell share(std::optional<double> number) { return of(number, percent_text); }
  static Cell figure(std::optional<double> number) { return of(number, figure_text); }

  static Cell of(std::optional<double> number, std::string (*text)(double)) {
    return number ? Cell{text(*number), exact_text(*number)} : Cell{"–", ""};
  }
};

using Table = std::vector<std::vector<Cell>>;

// Figure of the report: a table, and the chart that the page's script draws from it. The table has
// all content of the chart, so that the picture is not needed.
struct Chart {
  // `kind` is bars, columns, heat, attacks, scatter or lines, each a function of report.js.
  Chart(std::string kind, std::string id, std::string title, std::string x_label)
      : kind(std::move(kind)),
        id(std::move(id)),
        title(std::move(title)),
        x_label(std::move(x_label)) {}

  std::string kind;
  std::string id;
  std::string title;
  std::string x_label;
  std::string y_label;
  // Content of the chart in a sentence: the text alternative.
  std::string description;
  std::vector<std::string> head;
  Table rows;
  // True if the chart is half as wide as the page.
  bool small = false;
};

void write_chart(Html& html, const Chart& chart);
// Writes a table without a chart.
void write_table(Html& html, const std::string& id, const std::vector<std::string>& head,
                 const Table& rows);

}  // namespace microdata::client
