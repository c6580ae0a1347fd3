#include "client/aligned_table.hpp"

#include <algorithm>

#include "client/visible_text.hpp"

namespace microdata::client {

namespace {

// Returns the columns of a terminal that a text in UTF-8 takes.
int display_width(std::string_view text) {
  static const int utf8 = pg_char_to_encoding("UTF8");
  int width = 0;
  const std::string ended(text);
  for (std::size_t at = 0; at < ended.size();) {
    width += std::max(0, PQdsplen(ended.c_str() + at, utf8));
    at += static_cast<std::size_t>(std::max(1, PQmblen(ended.c_str() + at, utf8)));
  }
  return width;
}

struct Column {
  std::vector<std::string> cells;
  int width = 0;
  bool right = false;
};

Column column_of(const Rows& rows, int number) {
  Column column;
  column.right = rows.is_number(number);
  column.cells.push_back(visible_line(rows.name(number)));
  for (int row = 0; row < rows.size(); ++row)
    column.cells.push_back(visible_line(rows.at(row, number)));
  for (const std::string& cell : column.cells)
    column.width = std::max(column.width, display_width(cell));
  return column;
}

std::string spaces(int count) {
  return std::string(static_cast<std::size_t>(count), ' ');
}

std::string padded(const std::string& cell, const Column& column, bool heading) {
  const int free = column.width - display_width(cell);
  if (heading) return spaces(free / 2) + cell + spaces(free - free / 2);
  return column.right ? spaces(free) + cell : cell + spaces(free);
}

std::string without_end_spaces(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string row_line(const std::vector<Column>& columns, std::size_t row) {
  std::string line;
  for (const Column& column : columns) {
    if (!line.empty()) line += "|";
    line += " " + padded(column.cells[row], column, row == 0) + " ";
  }
  return without_end_spaces(line) + "\n";
}

std::string rule_line(const std::vector<Column>& columns) {
  std::string line;
  for (const Column& column : columns) {
    if (!line.empty()) line += "+";
    line += std::string(static_cast<std::size_t>(column.width) + 2, '-');
  }
  return line + "\n";
}

}  // namespace

std::string aligned_table(const Rows& rows) {
  std::vector<Column> columns;
  for (int number = 0; number < rows.columns(); ++number)
    columns.push_back(column_of(rows, number));
  std::string text = row_line(columns, 0) + rule_line(columns);
  for (int row = 1; row <= rows.size(); ++row)
    text += row_line(columns, static_cast<std::size_t>(row));
  return text + "(" + std::to_string(rows.size()) + (rows.size() == 1 ? " row)\n" : " rows)\n");
}

}  // namespace microdata::client
