// Distributions by attribute; before and after, if the owner asks.
#include <algorithm>
#include <numeric>

#include "client/report_distribution.hpp"
#include "client/report_sections.hpp"

namespace microdata::client {

namespace {

constexpr std::size_t label_characters = 48;

double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

// Returns half the sum of the differences of shares: 0 for equal distributions, 1 for distributions
// with nothing in common.
double distance_of(const Distribution& distribution) {
  const double published = sum_of(distribution.published);
  const double source = sum_of(distribution.source);
  if (published <= 0 || source <= 0) return 0;
  double distance = 0;
  for (std::size_t place = 0; place < distribution.labels.size(); ++place)
    distance +=
        std::abs(distribution.published[place] / published - distribution.source[place] / source) /
        2;
  return distance;
}

std::string sentence_of(const std::string& name, const Distribution& distribution) {
  auto values = distribution.published;
  if (distribution.others) values[*distribution.others] = 0;
  const auto most = std::max_element(values.begin(), values.end());
  const double all = sum_of(distribution.published);
  if (all <= 0) return "No value of " + name + " is published.";
  if (*most <= 0) return "No value of " + name + " is shown by itself.";
  const std::string& label = distribution.labels[static_cast<std::size_t>(most - values.begin())];
  std::string sentence = "Of " + name + ", " + shortened(label, label_characters) +
                         " is the most frequent, with " + count_text(*most) + " of " +
                         count_text(all) + " " + distribution.unit + " (" +
                         percent_text(*most / all) + ").";
  if (!distribution.source.empty())
    sentence += " Source and release differ in " + percent_text(distance_of(distribution)) +
                " of the " + distribution.unit + ".";
  return sentence;
}

Chart chart_of(const PublishedAttribute& attribute, std::size_t number,
               const Distribution& distribution) {
  Chart chart;
  chart.kind = distribution.ordered ? "columns" : "bars";
  chart.id = "distribution-" + std::to_string(number);
  chart.title = attribute.column->name;
  chart.description = sentence_of(attribute.column->name, distribution) +
                      (distribution.reading.empty() ? "" : " ") + distribution.reading;
  chart.x_label = distribution.unit;
  const bool before = !distribution.source.empty();
  chart.head = {attribute.column->name};
  if (before) chart.head.emplace_back("Source");
  chart.head.emplace_back(before ? "Release" : "Published");
  for (std::size_t place = 0; place < distribution.labels.size(); ++place) {
    std::vector<Cell> row = {text_cell(shortened(distribution.labels[place], label_characters))};
    if (before) row.push_back(count_cell(distribution.source[place]));
    row.push_back(count_cell(distribution.published[place]));
    chart.rows.push_back(std::move(row));
  }
  return chart;
}

}  // namespace

void write_distributions(Report& report) {
  report.begin("distributions", "Distributions, attribute by attribute");
  if (report.owner())
    report.paragraph(
        "Before and after: how often values stand in the source as it is now, and how often by "
        "what was published.");
  else
    report.paragraph(
        "How often values are published. Where a release shows ranges, sets or labels, it is the "
        "number to be expected from them. "
        "The distribution in the source is known to its owner alone; what is published is the best "
        "estimate of it.");
  report.html.open("div", {{"class", "grid"}});
  std::size_t number = 0;
  for (const PublishedAttribute& attribute : report.release.attributes) {
    ++number;
    report.try_to("The distribution of " + attribute.column->name, true, [&] {
      write_chart(
          report.html,
          chart_of(attribute, number, distribution_of(report.session, report.release, attribute)));
    });
  }
  report.html.close("div");
  report.end();
}

}  // namespace microdata::client
