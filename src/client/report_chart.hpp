// A figure of the report: a table, and the chart that the page's script draws from it. What the
// chart shows is in the table, so that nobody needs the picture.
#pragma once

#include <string>
#include <vector>

#include "client/report_html.hpp"

namespace microdata::client {

struct Cell {
  std::string text;
  // What the chart draws: a number as JavaScript reads it; empty for none.
  std::string value;
};

Cell text_cell(std::string text);
Cell count_cell(double value);
Cell percent_cell(double share);
Cell figure_cell(double value);
// Nothing to show.
Cell empty_cell();

struct Chart {
  // bars, columns, heat, intervals, scatter, lines: report.js has a function for each; empty: a
  // table alone.
  std::string kind;
  std::string id;
  std::string title;
  // What the chart shows, in a sentence: the text alternative.
  std::string description;
  std::vector<std::string> head;
  std::vector<std::vector<Cell>> rows;
  std::string x_label;
  std::string y_label;
  // Half as wide as the page.
  bool small = true;
};

// One as wide as the page, without rows.
Chart wide_chart(std::string kind, std::string id, std::string title, std::string x_label);

void write_chart(Html& html, const Chart& chart);
// A table that stands for itself.
void write_table(Html& html, const std::string& id, const std::vector<std::string>& head,
                 const std::vector<std::vector<Cell>>& rows);

}  // namespace microdata::client
