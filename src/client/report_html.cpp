#include "client/report_html.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <utility>

namespace microdata::client {

namespace {

constexpr std::string_view narrow_space = "\u202f";

constexpr std::array<std::pair<char, std::string_view>, 5> entities = {
    {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}}};

bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

}  // namespace

Html& Html::open(std::string_view tag, const Attributes& attributes) {
  html_.append("<").append(tag);
  for (const auto& [name, value] : attributes) {
    html_.append(" ").append(name).append("=\"");
    escape(value);
    html_.append("\"");
  }
  html_.append(">");
  return *this;
}

Html& Html::close(std::string_view tag) {
  html_.append("</").append(tag).append(">\n");
  return *this;
}

Html& Html::text(std::string_view text) {
  escape(text);
  return *this;
}

Html& Html::element(std::string_view tag, std::string_view text, const Attributes& attributes) {
  return open(tag, attributes).text(text).close(tag);
}

Html& Html::raw(std::string_view html) {
  html_.append(html);
  return *this;
}

void Html::escape(std::string_view text) {
  for (const char byte : text) {
    const auto* entity = std::find_if(entities.begin(), entities.end(),
                                      [&](const auto& one) { return one.first == byte; });
    if (entity != entities.end()) html_.append(entity->second);
    // HTML allows no control characters except line ends and tabs.
    else if (static_cast<unsigned char>(byte) < 0x20 && byte != '\n' && byte != '\t')
      html_.append("\uFFFD");
    else
      html_.push_back(byte);
  }
}

std::string number_text(double value, int decimals) {
  if (!std::isfinite(value)) return std::isnan(value) ? "NaN" : value > 0 ? "∞" : "-∞";
  std::array<char, 400> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, std::abs(value));
  std::string digits = buffer.data();
  const bool zero = digits.find_first_not_of("0.") == std::string::npos;
  for (auto place = static_cast<std::ptrdiff_t>(std::min(digits.find('.'), digits.size())) - 3;
       place > 0; place -= 3)
    digits.insert(static_cast<std::size_t>(place), narrow_space);
  return (value < 0 && !zero ? "-" : "") + digits;
}

std::string count_text(double value) {
  return number_text(std::round(value), 0);
}

std::string percent_text(double share) {
  const double percent = share * 100;
  if (percent > 0 && percent < 0.05) return "below 0.1\u00a0%";
  if (percent < 100 && percent > 99.95) return "above 99.9\u00a0%";
  return number_text(percent, 1) + "\u00a0%";
}

std::string figure_text(double value) {
  const double size = std::abs(value);
  if (value == std::round(value) && size < 1e15) return number_text(value, 0);
  return number_text(value, size >= 1000 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3);
}

std::string exact_text(double value) {
  if (!std::isfinite(value)) return "";
  std::array<char, 64> buffer{};
  const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), written.ptr};
}

std::string shortened(std::string_view text, std::size_t characters) {
  std::size_t seen = 0;
  for (std::size_t place = 0; place < text.size(); ++place) {
    if (continues_character(text[place])) continue;
    if (seen++ == characters) return std::string(text.substr(0, place)) + "…";
  }
  return std::string(text);
}

void write_table(Html& html, const std::string& id, const std::vector<std::string>& head,
                 const Table& rows) {
  html.open("div", {{"class", "scroll"}}).open("table", {{"id", id}});
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
      html.element(column == 0 ? "th" : "td", cell.shown, attributes);
    }
    html.close("tr");
  }
  html.close("tbody");
  html.close("table").close("div");
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
