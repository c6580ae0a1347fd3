// Sizes of buckets and classes, and losses by attribute.
#include <algorithm>
#include <cmath>
#include <map>

#include "client/report.hpp"
#include "client/report_classes.hpp"

namespace microdata::client {

namespace {

constexpr int about_size_classes = 14;

// Returns the columns that distinguish the groups of a relation: the bucket, or the
// quasi-identifiers if the rows of a class show the same. The class attribute of fragments, in its
// own group, does not count.
std::string grouping_of(const PublishedRelease& release, const PublishedRelation& relation) {
  if (const PublishedColumn* bucket = relation.with_role("bucket"))
    return quoted_name(bucket->name);
  if (!release.has_classes()) return "";
  std::string columns;
  for (const PublishedColumn& column : relation.columns)
    if (column.role == "quasi-identifier" && column.group == 1)
      columns += (columns.empty() ? "" : ", ") + quoted_name(column.name);
  return columns;
}

// False for a bucket's table of counts or of sets, whose groups would repeat those of persons.
bool of_persons(const PublishedRelation& relation) {
  return relation.with_role("weight") == nullptr && relation.with_role("count") == nullptr &&
         relation.with_role("member") == nullptr;
}

using Sizes = std::vector<std::pair<double, double>>;

// Returns classes of sizes, each with the number of its groups. If the largest size is many times
// the smallest, each class is twice as wide as the one before.
Table size_classes(const Sizes& sizes) {
  const double least = sizes.front().first;
  const double greatest = sizes.back().first;
  const bool doubling = greatest > 24 * least;
  const Intervals intervals(least, greatest, about_size_classes, true, false);
  std::vector<std::pair<std::string, double>> classes;
  if (doubling)
    for (double from = least; from <= greatest; from *= 2)
      classes.emplace_back(from == 1 ? "1" : count_text(from) + "–" + count_text(2 * from - 1), 0);
  else
    for (int interval = 0; interval < intervals.count(); ++interval)
      classes.emplace_back(intervals.label(interval), 0);
  for (const auto& [size, count] : sizes) {
    const int place = doubling ? static_cast<int>(std::floor(std::log2(size / least) + 1e-9))
                               : intervals.of(size).value_or(intervals.count() - 1);
    classes[static_cast<std::size_t>(place)].second += count;
  }
  Table table;
  for (const auto& [label, count] : classes)
    table.push_back({Cell::text(label), Cell::count(count)});
  return table;
}

void write_sizes_of(Report& report, const PublishedRelation& relation, const std::string& grouping,
                    std::size_t number) {
  const Rows rows = report.session.query(
      "SELECT n, pg_catalog.count(*) FROM (SELECT pg_catalog.count(*) AS n FROM " + relation.sql +
      " GROUP BY " + grouping + ") x GROUP BY 1 ORDER BY 1");
  Sizes sizes;
  double groups = 0;
  double persons = 0;
  for (int row = 0; row < rows.size(); ++row) {
    sizes.emplace_back(number_of(rows.at(row, 0)).value_or(0),
                       number_of(rows.at(row, 1)).value_or(0));
    groups += sizes.back().second;
    persons += sizes.back().first * sizes.back().second;
  }
  if (sizes.empty()) return;
  const bool buckets = relation.with_role("bucket") != nullptr;
  const std::string word = buckets ? "buckets" : "classes";
  Chart chart("columns", "sizes-" + std::to_string(number),
              "Sizes of the " + word + " of " + relation.name, "rows");
  chart.description = count_text(groups) + " " + word + ": the smallest has " +
                      count_text(sizes.front().first) + " rows, the largest " +
                      count_text(sizes.back().first) + ", the mean is " +
                      number_text(persons / groups, 1) + ".";
  chart.y_label = word;
  chart.head = {"Rows", buckets ? "Buckets" : "Classes"};
  chart.rows = size_classes(sizes);
  report.paragraph(chart.description);
  write_chart(report.html, chart);
}

// Share of the domain that a published value covers: 0 for a single value, 1 for all.
class Widths {
 public:
  explicit Widths(const PublishedColumn& column) : column_(column) {}

  // Adds a published value to the domain.
  void see(const std::string& text) {
    if (column_.reading == "range") {
      const auto span = span_of(text, column_.date());
      if (!span) return;
      if (span->from) least_ = std::min(least_.value_or(*span->from), *span->from);
      if (span->to) greatest_ = std::max(greatest_.value_or(*span->to), *span->to);
    } else if (text != "*" && column_.reading == "label") {
      labels_ += label_size(text);
    } else if (text != "*") {
      elements_.merge(values_of(column_.reading, text));
    }
  }

  double of(const std::string& text) const {
    if (column_.reading == "range") return of_span(text);
    if (column_.reading == "label") return of_label(text);
    const auto count = static_cast<double>(values_of(column_.reading, text).size());
    if (text == "*") return 1;
    return count <= 1 || elements_.empty() ? 0 : count / static_cast<double>(elements_.size());
  }

 private:
  double step() const { return column_.whole_range() ? 1 : 0; }

  double of_span(const std::string& text) const {
    const auto span = span_of(text, column_.date());
    if (!span || !least_ || !greatest_ || *greatest_ - *least_ - step() <= 0) return 0;
    if (!span->to) return 1;
    return (*span->to - span->from.value_or(*least_) - step()) / (*greatest_ - *least_ - step());
  }

  double of_label(const std::string& text) const {
    if (text == "*") return column_.asterisk_is_value() ? 0 : 1;
    const double size = label_size(text);
    return size <= 1 || labels_ <= 0 ? 0 : std::min(1.0, size / labels_);
  }

  // Returns the number of values, or the width of an interval, of a label, by the description.
  double label_size(const std::string& text) const {
    if (!column_.labels.is_object() || !column_.labels.contains(text)) return 1;
    const nlohmann::json& label = column_.labels.at(text);
    if (label.is_array()) return static_cast<double>(label.size());
    if (label.contains("values") && label["values"].is_array())
      return static_cast<double>(label["values"].size()) + label.value("others", 0.0);
    if (const auto masked = number_member(label, "masked")) return std::pow(10.0, *masked);
    const auto from = number_member(label, "from");
    const auto to = number_member(label, "to");
    return from && to ? *to - *from + (label.value("whole", false) ? 1 : 0) : 1;
  }

  const PublishedColumn& column_;
  std::optional<double> least_;
  std::optional<double> greatest_;
  double labels_ = 0;
  std::map<std::string, double> elements_;
};

struct Loss {
  double width = 0;
  double exact = 0;
};

Loss loss_of(Session& session, const PublishedRelease& release,
             const PublishedAttribute& attribute) {
  if (!attribute.column->generalized) return {0, 1};
  const Rows rows = session.query("SELECT " + output_text("v") + ", pg_catalog.sum(w) FROM (" +
                                  published_values(release, attribute) +
                                  ") x WHERE v IS DISTINCT FROM NULL GROUP BY 1");
  Widths widths(*attribute.column);
  for (int row = 0; row < rows.size(); ++row)
    widths.see(std::string(rows.at(row, 0)));
  Loss loss;
  double all = 0;
  for (int row = 0; row < rows.size(); ++row) {
    const double width = widths.of(std::string(rows.at(row, 0)));
    const double weight = number_of(rows.at(row, 1)).value_or(0);
    all += weight;
    loss.width += weight * width;
    loss.exact += width == 0 ? weight : 0;
  }
  if (all <= 0) return {0, 1};
  return {loss.width / all, loss.exact / all};
}

// Returns the recorded loss by attribute, relative to the domains of the source.
std::map<std::string, double> recorded_losses(const Report& report) {
  std::map<std::string, double> losses;
  if (!report.owner()) return losses;
  const nlohmann::json& parameters = report.release.record->parameters;
  if (!parameters.contains("information_loss")) return losses;
  for (const auto& [name, value] : parameters["information_loss"].items())
    if (value.is_object() && name.ends_with("_of"))
      for (const auto& [attribute, loss] : value.items())
        if (loss.is_number()) losses[attribute] = loss.get<double>();
  return losses;
}

void write_widths(Report& report) {
  const auto recorded = recorded_losses(report);
  Chart chart("bars", "loss", "Share of its domain that a published value covers, in the mean",
              "share of the domain");
  chart.head = {"Attribute"};
  if (!recorded.empty()) chart.head.emplace_back("Of the source's domain");
  chart.head.emplace_back("Of the published domain");
  Table table;
  std::string most;
  double largest = -1;
  for (const PublishedAttribute& attribute : report.release.attributes) {
    if (attribute.column->reading.empty()) continue;
    const Loss loss = loss_of(report.session, report.release, attribute);
    const Cell name = Cell::text(attribute.name());
    const Cell width = Cell::share(loss.width);
    table.push_back({name, Cell::share(loss.exact), width});
    chart.rows.push_back({name});
    if (!recorded.empty()) {
      const auto found = recorded.find(attribute.name());
      chart.rows.back().push_back(Cell::share(found == recorded.end() ? 0 : found->second));
    }
    chart.rows.back().push_back(width);
    if (loss.width <= largest) continue;
    largest = loss.width;
    most = attribute.name();
  }
  chart.description =
      largest > 0
          ? "Most is lost of " + most + ": a value covers " + percent_text(largest) +
                " of the domain. 0\u00a0% is the value itself, with 100\u00a0% nothing is left."
          : "All attributes are published with their values as they are.";
  report.paragraph(chart.description);
  if (largest <= 0) return;
  write_chart(report.html, chart);
  report.html.element("h3", "Values that are published as they are");
  write_table(report.html, "exact-values",
              {"Attribute", "Rows with a single value", "Covered of the domain"}, table);
}

// Writes the loss of links between attributes, which no single attribute shows.
void write_links(Report& report) {
  std::size_t linked = 0;
  std::size_t all = 0;
  const auto& attributes = report.release.attributes;
  for (std::size_t first = 0; first < attributes.size(); ++first)
    for (std::size_t second = first + 1; second < attributes.size(); ++second) {
      ++all;
      linked += attributes[first].linked(attributes[second]) ? 1 : 0;
    }
  if (all == 0) return;
  const std::string links = "Of " + count_text(static_cast<double>(all)) +
                            " pairs of attributes, " + count_text(static_cast<double>(linked)) +
                            " stand in one row as they are of one person." +
                            (linked < all ? " The others are linked by buckets, classes or shared "
                                            "values alone."
                                          : "");
  report.html.element("p", links, {{"id", "links"}});
  report.lost += links;
  if (!report.owner()) return;
  report.try_to("The error of counts", false, [&] {
    const Rows rows = report.session.query(
        "SELECT median, p95, queries FROM "
        "microdata.relative_error($1::pg_catalog.regclass, queries => 200, seed => $2::bigint)",
        {report.release.sql, report.options.seed});
    const auto median = number_of(rows.at(0, 0));
    const auto p95 = number_of(rows.at(0, 1));
    if (!median || !p95) return;
    const std::string error = "Counts of persons by conditions on three attributes are off by " +
                              percent_text(*median) + " in the median, and by no more than " +
                              percent_text(*p95) + " in 95 of 100 queries.";
    report.html.element("p", error, {{"id", "relative-error"}});
    report.lost = error + " " + report.lost;
  });
}

}  // namespace

void write_sizes(Report& report) {
  std::size_t number = 0;
  for (const PublishedRelation& relation : report.release.relations) {
    const std::string grouping = of_persons(relation) ? grouping_of(report.release, relation) : "";
    if (grouping.empty()) continue;
    ++number;
    report.try_to("The sizes of " + relation.name, true,
                  [&] { write_sizes_of(report, relation, grouping, number); });
  }
  if (number == 0)
    report.paragraph(
        "The release has neither buckets nor classes: its tables show their rows as they are, and "
        "nothing links them.");
}

void write_loss(Report& report) {
  if (const auto loss = number_member(report.release.description, "information_loss")) {
    report.lost = "Information loss of " + percent_text(*loss) + ". ";
    report.html.element(
        "p",
        "Information loss of the published rows, as microdata.information_loss() measures it: " +
            percent_text(*loss) +
            ". 0\u00a0% is the source as it is, with 100\u00a0% nothing is left.",
        {{"id", "information-loss"}, {"data-v", exact_text(*loss)}});
  }
  report.try_to("The loss by attribute", true, [&] { write_widths(report); });
  write_links(report);
}

}  // namespace microdata::client
