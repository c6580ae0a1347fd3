#include "client/report_chart.hpp"

#include <utility>

namespace microdata::client {

namespace {

void write_rows(Html& html, const std::vector<std::string>& head,
                const std::vector<std::vector<Cell>>& rows) {
  html.open("thead").open("tr");
  for (const std::string& name : head)
    html.element("th", name, {{"scope", "col"}});
  html.close("tr").close("thead").open("tbody");
  for (const auto& row : rows) {
    html.open("tr");
    for (std::size_t column = 0; column < row.size(); ++column) {
      const Cell& cell = row[column];
      Html::Attributes attributes;
      if (column == 0) attributes.emplace_back("scope", "row");
      if (!cell.value.empty()) attributes.emplace_back("data-v", cell.value);
      html.element(column == 0 ? "th" : "td", cell.text, attributes);
    }
    html.close("tr");
  }
  html.close("tbody");
}

}  // namespace

Cell text_cell(std::string text) {
  return {std::move(text), ""};
}
Cell count_cell(double value) {
  return {count_text(value), exact_text(value)};
}
Cell percent_cell(double share) {
  return {percent_text(share), exact_text(share)};
}
Cell figure_cell(double value) {
  return {figure_text(value), exact_text(value)};
}
Cell empty_cell() {
  return {"–", ""};
}

void write_table(Html& html, const std::string& id, const std::vector<std::string>& head,
                 const std::vector<std::vector<Cell>>& rows) {
  html.open("div", {{"class", "scroll"}}).open("table", {{"id", id}});
  write_rows(html, head, rows);
  html.close("table").close("div");
}

Chart wide_chart(std::string kind, std::string id, std::string title, std::string x_label) {
  Chart chart;
  chart.kind = std::move(kind);
  chart.id = std::move(id);
  chart.title = std::move(title);
  chart.x_label = std::move(x_label);
  chart.small = false;
  return chart;
}

void write_chart(Html& html, const Chart& chart) {
  html.open("figure", {{"class", chart.small ? "chart small" : "chart"},
                       {"id", chart.id},
                       {"data-kind", chart.kind},
                       {"data-description", chart.description},
                       {"data-x", chart.x_label},
                       {"data-y", chart.y_label}});
  html.element("figcaption", chart.title);
  html.open("div", {{"class", "plot"}}).close("div");
  html.open("details");
  html.element("summary", "Figures of this chart");
  html.element("p", chart.description);
  write_table(html, chart.id + "-table", chart.head, chart.rows);
  html.close("details").close("figure");
}

}  // namespace microdata::client
