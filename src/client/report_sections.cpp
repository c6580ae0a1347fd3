#include "client/report_sections.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "client/output.hpp"
#include "client/report_scale.hpp"

namespace microdata::client {

namespace {

using nlohmann::json;

std::string method_name(const std::string& method) {
  return method == "gnf" ? "decomposition" : method;
}

std::string grouped_word(const PublishedRelease& release) {
  return release.method() == "generalization" || release.method() == "fragmentation" ? "classes"
                                                                                     : "buckets";
}

std::string described_text(const json& object, const char* name) {
  if (!object.contains(name)) return "";
  const json& value = object.at(name);
  return value.is_string() ? value.get<std::string>() : value.is_null() ? "" : value.dump();
}

void write_tile(Html& html, const std::string& id, const std::string& figure,
                const std::string& meaning) {
  html.open("div", {{"class", "tile"}})
      .element("strong", figure, {{"id", id}})
      .element("span", meaning)
      .close("div");
}

std::string role_of(const PublishedColumn& column) {
  if (column.role == "bucket") return "number of the bucket";
  if (column.role == "member") return "number within the bucket";
  return column.role;
}

std::string shown_as(const PublishedColumn& column) {
  if (column.technical()) return "–";
  if (column.reading == "range") return "ranges";
  if (column.reading == "set") return "values and sets of values";
  if (column.reading == "label") return "labels of a hierarchy";
  if (column.reading == "multiset") return "all values of the class, counted";
  return "values as they are";
}

// Returns the attributes that are linked with an attribute in one row, as of one person.
std::string linked_with(const PublishedRelease& release, const PublishedAttribute& attribute) {
  std::string names;
  for (const PublishedColumn& other : attribute.relation->columns)
    if (!other.technical() && &other != attribute.column && other.group == attribute.column->group)
      names += (names.empty() ? "" : ", ") + other.name;
  if (!names.empty()) return names;
  return release.attributes.size() == 1 ? "–" : "no other attribute";
}

void write_groups(Report& report) {
  std::vector<std::vector<Cell>> rows;
  for (const PublishedAttribute& attribute : report.release.attributes) {
    const PublishedColumn& column = *attribute.column;
    rows.push_back({text_cell(column.name), text_cell(role_of(column)), text_cell(column.type),
                    text_cell(shown_as(column)),
                    text_cell(linked_with(report.release, attribute))});
  }
  report.html.element("h3", "Attributes");
  write_table(report.html, "attributes",
              {"Attribute", "Role", "Type", "Shown as", "Linked within a row with"}, rows);
}

void write_relations(Report& report) {
  std::vector<std::vector<Cell>> rows;
  for (const PublishedRelation& relation : report.release.relations) {
    std::string columns;
    for (const PublishedColumn& column : relation.columns)
      columns += (columns.empty() ? "" : ", ") + column.name;
    double count = 0;
    const Rows kind = report.session.query(
        "SELECT true FROM pg_catalog.pg_class WHERE oid = pg_catalog.to_regclass($1) AND relkind = "
        "'v'",
        {relation.sql});
    // A view of expected counts has many more rows, and their number means nothing.
    const bool counted =
        relation.with_role("weight") == nullptr &&
        report.try_to("The number of rows of " + relation.name, true, [&] {
          const Rows rows = report.session.query("SELECT pg_catalog.count(*) FROM " + relation.sql);
          count = number_of(rows.at(0, 0)).value_or(0);
        });
    rows.push_back({text_cell(relation.name), text_cell(kind.size() > 0 ? "view" : relation.kind),
                    counted ? count_cell(count) : empty_cell(), text_cell(columns)});
  }
  report.html.element("h3", "Tables and views");
  write_table(report.html, "relations", {"Relation", "Kind", "Rows", "Columns"}, rows);
}

void write_parameters(Report& report) {
  const json& description = report.release.description;
  const json& parameters = report.owner() ? report.release.record->parameters
                                          : description.value("parameters", json::object());
  std::vector<std::vector<Cell>> rows;
  for (const auto& [name, value] : parameters.items())
    rows.push_back(
        {text_cell(name), text_cell(value.is_string() ? value.get<std::string>() : value.dump())});
  if (rows.empty()) return;
  report.html.open("details").element("summary", "What was asked for, as it is on record");
  write_table(report.html, "parameters", {"Parameter", "Value"}, rows);
  report.html.close("details");
}

}  // namespace

void Report::begin(const std::string& id, const std::string& title) {
  contents.emplace_back(id, title);
  html.open("section", {{"id", id}});
  html.element("h2", title);
}

void Report::end() {
  html.close("section");
}
void Report::paragraph(const std::string& text) {
  html.element("p", text);
}
void Report::remark(const std::string& text) {
  html.element("p", text, {{"class", "remark"}});
}

bool Report::try_to(const std::string& what, bool of_release, const std::function<void()>& work) {
  const std::size_t length = html.str().size();
  const auto reason = attempt(session, work);
  if (!reason) return true;
  html.shorten(length);
  const bool unreadable = reason->primary.find(unreadable_relation) != std::string::npos;
  if (of_release || owner())
    remark(what + " is not shown: " +
           (unreadable ? "permission denied for a relation of the release" : reason->primary) +
           ".");
  else
    remark(what + " is not shown.");
  if (!of_release && !owner()) {
    Message warning = *reason;
    warning.severity = "WARNING";
    output.message(warning);
  }
  return false;
}

void write_head(Report& report, bool asked_to_verify) {
  const PublishedRelease& release = report.release;
  const json& description = release.description;
  Html& html = report.head;
  html.open("header");
  html.element("p", "Report on a release of microdata", {{"class", "kind"}});
  html.element("h1", release.relations.front().name);
  html.element("p", described_text(description, "about"), {{"class", "about"}});
  if (report.owner())
    html.element("p",
                 "Confidential: for the owner of the source, and for those to whom the owner "
                 "answers. It has figures of the source "
                 "that nothing protects. Do not give it to readers of the release.",
                 {{"class", "confidential"}, {"id", "confidential"}});
  else
    html.element(
        "p",
        "For everybody who may read the release: it has nothing that the release does not show.",
        {{"class", "for-readers"}, {"id", "for-readers"}});
  html.open("div", {{"class", "tiles"}});
  write_tile(html, "rows", count_text(description.value("rows", 0.0)),
             release.persons_with_several_rows() ? "rows published" : "persons published");
  write_tile(html, "attribute-count", count_text(static_cast<double>(release.attributes.size())),
             "attributes");
  if (description.contains("buckets") && description["buckets"].is_number())
    write_tile(html, "buckets", count_text(description["buckets"].get<double>()),
               grouped_word(release));
  const json& guarantee = description.value("guarantee", json::object());
  if (guarantee.contains("l") && guarantee["l"].is_number())
    write_tile(html, "l", "l = " + figure_text(guarantee["l"].get<double>()),
               "diversity of sensitive values");
  if (guarantee.contains("k") && guarantee["k"].is_number() && guarantee["k"].get<double>() > 1)
    write_tile(html, "k", "k = " + figure_text(guarantee["k"].get<double>()),
               "persons who look alike");
  const bool of_structure = asked_to_verify && !report.beside_source;
  const std::string verified = report.verified == false ? "not confirmed"
                               : report.verified        ? "verified"
                               : of_structure           ? "structure checked"
                               : asked_to_verify        ? "partly verified"
                                                        : "not verified";
  write_tile(html, "verified", verified,
             of_structure ? "not verified against the source"
                          : "against the source, when this report was made");
  html.close("div").close("header");
}

void write_published(Report& report) {
  const PublishedRelease& release = report.release;
  report.begin("published", "What was published");
  report.paragraph("The release was made by " + method_name(release.method()) + ". It has " +
                   count_text(static_cast<double>(release.attributes.size())) + " attributes in " +
                   count_text(static_cast<double>(release.relations.size())) +
                   (release.relations.size() == 1 ? " relation." : " relations."));
  if (report.owner()) {
    const OwnersRecord& record = *release.record;
    std::string origin = "It was made from " + record.source;
    if (record.source_rows)
      origin += ", which had " + count_text(*record.source_rows) + " rows then";
    if (record.suppressed_rows)
      origin += "; " + count_text(*record.suppressed_rows) + " of them were left out";
    report.paragraph(origin + ".");
  }
  const std::string left_out = described_text(release.description, "left_out");
  if (!left_out.empty()) report.paragraph(left_out);
  write_groups(report);
  write_relations(report);
  write_parameters(report);
  report.end();
}

void write_reading(Report& report) {
  report.begin("reading", "How to read this report");
  report.paragraph(
      "Each chart has its figures in a table below it. Counts are of the published rows, or what "
      "is to be expected from them: within a "
      "bucket, nothing says whose value a sensitive value is, and a range or a set stands for one "
      "of its values.");
  if (report.owner())
    report.paragraph(
        "“Source” is the table as it was when this report was made, which may be later than the "
        "release. Figures of attacks "
        "and of settings are statistics of the source: a low figure shows that this attack fails, "
        "and is no promise.");
  else
    report.paragraph(
        "Nothing here was read from the source but whether the verification holds. The attackers' "
        "figures, the distributions of the "
        "source and other settings are for the owner of the source, who makes that report with "
        "--private.");
  report.end();
}

}  // namespace microdata::client
