// Section about pairs of attributes.
#include "client/report_pair.hpp"
#include "client/report_sections.hpp"

namespace microdata::client {

namespace {

constexpr std::size_t name_characters = 28;

std::string name_of(const Pair& pair) {
  return pair.first->column->name + " × " + pair.second->column->name;
}

std::string most_frequent(const Together& table) {
  double most = -1;
  double all = 0;
  std::string where;
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
      const double persons = table.persons[row][column];
      all += persons;
      if (persons <= most || row == table.other_row || column == table.other_column) continue;
      most = persons;
      where = shortened(table.rows[row], name_characters) + " with " +
              shortened(table.columns[column], name_characters);
    }
  if (all <= 0 || most <= 0) return "";
  return "Most frequent is " + where + ": " + count_text(most) + " of " + count_text(all) +
         " persons (" + percent_text(most / all) + ").";
}

void write_heat(Report& report, const Pair& pair, std::size_t number, const Together& table,
                const std::string& which, const std::string& title, const std::string& remark) {
  if (table.rows.empty()) return;
  Chart chart;
  chart.kind = "heat";
  chart.id = "pair-" + std::to_string(number) + "-" + which;
  chart.title = title;
  chart.description = name_of(pair) + ". " + most_frequent(table) + " " + remark;
  chart.y_label = pair.first->column->name;
  chart.x_label = pair.second->column->name;
  chart.head = {pair.first->column->name};
  for (const std::string& column : table.columns)
    chart.head.push_back(shortened(column, name_characters));
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    std::vector<Cell> cells = {text_cell(shortened(table.rows[row], name_characters))};
    for (const double persons : table.persons[row])
      cells.push_back(count_cell(persons));
    chart.rows.push_back(std::move(cells));
  }
  write_chart(report.html, chart);
}

void write_ratings(Report& report, const std::vector<Pair>& pairs) {
  std::vector<std::vector<Cell>> rows;
  for (const Pair& pair : pairs) {
    std::vector<Cell> row = {text_cell(name_of(pair)),
                             pair.published >= 0 ? figure_cell(pair.published) : empty_cell()};
    if (report.owner()) row.push_back(pair.source >= 0 ? figure_cell(pair.source) : empty_cell());
    row.push_back(text_cell(pair.linked() ? "in one row" : "through buckets or other tables"));
    rows.push_back(std::move(row));
  }
  if (report.owner())
    write_table(report.html, "correlations",
                {"Pair", "Correlation in the release", "In the source", "Linked"}, rows);
  else
    write_table(report.html, "correlations", {"Pair", "Correlation in the release", "Linked"},
                rows);
}

void write_pair(Report& report, const Pair& pair, std::size_t number) {
  const PairTables tables = tables_of(report.session, report.release, pair);
  report.html.element("h3", name_of(pair));
  report.html.open("div", {{"class", "grid"}});
  write_heat(report, pair, number, tables.source, "source", "Source", "As counted in the source.");
  write_heat(report, pair, number, tables.published, "published",
             pair.linked() ? "Release" : "Release, all linkings of a bucket equally likely",
             pair.linked() ? "Both stand in one row." : "Nothing links both but their bucket.");
  write_heat(
      report, pair, number, tables.estimated, "estimated",
      "Estimated from the release by likelihood",
      "By a model that is learned from the release alone; no group is off by more than some " +
          count_text(2 * tables.largest_error) + " persons (two standard errors).");
  report.html.close("div");
}

}  // namespace

void write_pairs(Report& report) {
  report.begin("pairs", "Pairs of attributes that matter");
  report.paragraph(report.owner()
                       ? "Pairs whose attributes are correlated most in the source, and of "
                         "sensitive attributes the first ones. The correlation is the "
                         "mean-square contingency: 0 is independent, 1 is determined. Of ranges "
                         "and sets it is that of the values that they stand for, each alike, in a "
                         "few classes; labels of several levels overlap, and have none."
                       : "Pairs whose attributes are correlated most in what is published, and of "
                         "sensitive attributes the first ones. The correlation is "
                         "the mean-square contingency of the published rows: 0 is independent, 1 "
                         "is determined. Of ranges and sets it is that of the values that they "
                         "stand for, each alike, in a few classes; labels of several levels "
                         "overlap, and have none.");
  std::vector<Pair> pairs;
  report.try_to("The list of pairs", true,
                [&] { pairs = pairs_that_matter(report.session, report.release); });
  if (pairs.empty())
    report.remark(
        "There is no pair that can be counted: attributes have too many values, or stand in tables "
        "that nothing links.");
  else
    write_ratings(report, pairs);
  std::size_t number = 0;
  for (const Pair& pair : pairs) {
    ++number;
    report.try_to(name_of(pair), true, [&] { write_pair(report, pair, number); });
  }
  report.end();
}

}  // namespace microdata::client
