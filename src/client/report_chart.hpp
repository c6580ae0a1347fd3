// Figure of the report: a table, and the chart that the page's script draws from it. The table has
// all content of the chart, so that the picture is not needed.
#pragma once

#include <string>
#include <vector>

#include "client/report_html.hpp"

namespace microdata::client {

struct Cell {
  std::string text;
  // Value that the chart draws: a number as JavaScript reads it; empty for none.
  std::string value;
};

Cell text_cell(std::string text);
Cell count_cell(double value);
Cell percent_cell(double share);
Cell figure_cell(double value);
// Returns a cell with a dash for a missing value.
Cell empty_cell();

struct Chart {
  // Kind of the chart: bars, columns, heat, intervals, scatter or lines, each a function of
  // report.js; empty for a table alone.
  std::string kind;
  std::string id;
  std::string title;
  // Content of the chart in a sentence: the text alternative.
  std::string description;
  std::vector<std::string> head;
  std::vector<std::vector<Cell>> rows;
  std::string x_label;
  std::string y_label;
  // True if the chart is half as wide as the page.
  bool small = true;
};

// Returns a chart as wide as the page, without rows.
Chart wide_chart(std::string kind, std::string id, std::string title, std::string x_label);

void write_chart(Html& html, const Chart& chart);
// Writes a table without a chart.
void write_table(Html& html, const std::string& id, const std::vector<std::string>& head,
                 const std::vector<std::vector<Cell>>& rows);

}  // namespace microdata::client
