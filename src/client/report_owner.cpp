// Content for the owner alone: other settings, and the editions of a series over time.
#include <algorithm>
#include <cmath>

#include "client/output.hpp"
#include "client/report_scale.hpp"
#include "client/report_sections.hpp"

namespace microdata::client {

namespace {

using nlohmann::json;

// Returns a number, without a point if it is whole, because integer arguments accept no point.
json number_json(double value) {
  if (value == std::round(value)) return static_cast<long long>(value);
  return value;
}

// Returns the values to try around the original one.
json around(double value, double least) {
  json values = json::array();
  for (const double factor : {0.5, 1.0, 1.5, 2.0}) {
    const double tried = factor == 1.0 ? value : std::round(value * factor);
    if (tried >= least && (values.empty() || tried > values.back().get<double>()))
      values.push_back(number_json(tried));
  }
  return values;
}

double number_member(const json& object, const char* name) {
  return object.contains(name) && object[name].is_number() ? object[name].get<double>() : 0;
}

// Returns settings like those of the release: the recorded arguments, and a few values of the
// bounds.
json settings_of(const PublishedRelease& release) {
  const json& parameters = release.record->parameters;
  const std::string method = release.method();
  json settings = json::object();
  const auto keep = [&](const char* name) {
    if (parameters.contains(name) && !parameters[name].is_null()) settings[name] = parameters[name];
  };
  const double l = number_member(parameters, "l");
  const double k = number_member(parameters, "k");
  if (l >= 1) settings["l"] = around(l, 2);
  if (method == "slicing") {
    keep("columns");
    settings["k_anonymity"] = {1, 12, 50};
  } else if (method == "bucketization") {
    keep("method");
    settings["k_anonymity"] = {1, 12, 50};
  } else if (method == "generalization" || method == "fragmentation") {
    settings["k"] = around(std::max(k, 2.0), 2);
    if (l >= 1) settings["l"] = number_json(l);
    keep("class");
    keep("fragments");
    keep("recoding");
  } else if (method == "gnf") {
    keep("algorithm");
  }
  return settings;
}

// Attributes by their roles, as in the call. Unpublished attributes are identifiers, so that they
// are excluded again.
struct Roles {
  std::vector<std::string> sensitive;
  std::vector<std::string> insensitive;
  std::vector<std::string> quasi_identifiers;
  std::vector<std::string> identifiers;
  std::vector<std::string> subject;
};

Roles roles_of(Report& report) {
  const PublishedRelease& release = report.release;
  Roles roles;
  if (release.record->parameters.contains("subject"))
    for (const json& name : release.record->parameters["subject"])
      roles.subject.push_back(name.get<std::string>());
  for (const PublishedAttribute& attribute : release.attributes)
    (attribute.column->sensitive()             ? roles.sensitive
     : attribute.column->role == "insensitive" ? roles.insensitive
                                               : roles.quasi_identifiers)
        .push_back(attribute.column->name);
  const Rows rows = report.session.query(
      "SELECT attname FROM pg_catalog.pg_attribute WHERE attrelid = $1::pg_catalog.regclass AND "
      "attnum > 0 AND NOT attisdropped",
      {release.record->source});
  for (int row = 0; row < rows.size(); ++row) {
    const std::string name(rows.at(row, 0));
    const bool of_subject =
        std::find(roles.subject.begin(), roles.subject.end(), name) != roles.subject.end();
    if (release.attribute(name) == nullptr && !of_subject) roles.identifiers.push_back(name);
  }
  return roles;
}

std::string settings_text(const json& settings) {
  std::string text;
  for (const auto& [name, value] : settings.items()) {
    if (value.is_null()) continue;
    text += (text.empty() ? "" : ", ") + name + " " +
            (value.is_string() ? value.get<std::string>() : value.dump());
  }
  return text;
}

std::string first_sentence(std::string_view text) {
  return std::string(text.substr(0, text.find(". ")));
}

Cell optional_cell(const Rows& rows, int row, int column, bool share) {
  const auto value = number_of(rows.at(row, column));
  if (!value) return empty_cell();
  return share ? percent_cell(*value) : figure_cell(*value);
}

void write_settings(Report& report, const Rows& rows) {
  Chart chart =
      wide_chart("scatter", "frontier-chart", "What analysts lose, and what attackers guess",
                 "median error of counts");
  chart.y_label = "sensitive values guessed right";
  chart.head = {"Settings", "Error", "Guessed right"};
  std::vector<std::vector<Cell>> table;
  for (int row = 0; row < rows.size(); ++row) {
    const std::string settings =
        std::to_string(row + 1) + ": " + settings_text(json::parse(rows.at(row, 0)));
    table.push_back({text_cell(settings), optional_cell(rows, row, 2, false),
                     optional_cell(rows, row, 3, false), optional_cell(rows, row, 4, false),
                     optional_cell(rows, row, 5, true), optional_cell(rows, row, 6, true),
                     optional_cell(rows, row, 7, true), optional_cell(rows, row, 8, true),
                     text_cell(rows.is_true(row, 1) ? "" : first_sentence(rows.at(row, 9)))});
    // Information loss replaces the error of counts if there is none, as for fragments.
    const bool error = !rows.is_null(row, 6);
    if (rows.is_null(row, 7) || (!error && rows.is_null(row, 5))) continue;
    if (!error) chart.x_label = "information loss";
    chart.rows.push_back({text_cell(settings), optional_cell(rows, row, error ? 6 : 5, true),
                          optional_cell(rows, row, 7, true)});
  }
  chart.description =
      "Each point is a release with other settings: to the left analysts lose less, below "
      "attackers guess less. Points to which none is better in both are the frontier.";
  if (!chart.rows.empty()) write_chart(report.html, chart);
  write_table(report.html, "frontier-table",
              {"Settings", "Groups", "Smallest", "Left out", "Loss", "Error of counts",
               "Guessed right", "Membership", "Not feasible"},
              table);
}

void explore(Report& report) {
  const PublishedRelease& release = report.release;
  const Roles roles = roles_of(report);
  const std::string settings =
      report.options.settings.empty() ? settings_of(release).dump() : report.options.settings;
  const auto list = [&](const std::vector<std::string>& names) {
    return std::optional<std::string>(list_text(names));
  };
  const std::string type = "::text[]::" + release.extension + "text_list";
  const Rows rows = report.session.query(
      "SELECT settings, feasible, groups, smallest, suppressed, loss, error, inference, "
      "membership, reason FROM " +
          release.extension +
          "explore($1::pg_catalog.regclass, $2::text, $3::pg_catalog.jsonb, sensitive => $4" +
          type + ", identifiers => $5" + type + ", insensitive => $6" + type +
          ", quasi_identifiers => $7" + type + ", subject => $8" + type +
          ", sample => $9::integer, seed => $10::bigint)",
      {release.record->source, release.method(), settings, list(roles.sensitive),
       list(roles.identifiers), list(roles.insensitive), list(roles.quasi_identifiers),
       roles.subject.empty() ? std::nullopt : list(roles.subject),
       std::to_string(report.options.sample), report.options.seed});
  report.paragraph("What other settings would give, tried on " + count_text(report.options.sample) +
                   " rows of the source at most and published nowhere. A smaller table is less "
                   "private and less useful than the whole one.");
  write_settings(report, rows);
}

struct Edition {
  std::string number;
  json row;
};

std::vector<Edition> editions_of(Report& report) {
  std::vector<Edition> editions;
  const Rows rows = report.session.query(
      "SELECT pg_catalog.to_jsonb(e) FROM microdata.editions e WHERE e.series = $1 ORDER BY "
      "e.edition",
      {report.release.series()});
  for (int row = 0; row < rows.size(); ++row) {
    json edition = json::parse(rows.at(row, 0));
    std::string number = std::to_string(edition.at("edition").get<int>());
    editions.push_back({std::move(number), std::move(edition)});
  }
  return editions;
}

void write_editions(Report& report, const std::vector<Edition>& editions) {
  const std::vector<std::pair<std::string, std::string>> figures = {
      {"persons", "Persons"},
      {"counterfeits", "Counterfeits"},
      {"waiting", "Waiting"},
      {"withheld", "Withheld"}};
  Chart chart = wide_chart("lines", "editions", "Editions over time", "edition");
  chart.head = {"Edition"};
  for (const auto& [member, name] : figures)
    chart.head.push_back(name);
  const bool states = !editions.empty() && editions.front().row.contains("state");
  std::vector<std::vector<Cell>> table;
  for (const Edition& edition : editions) {
    std::vector<Cell> cells = {text_cell(edition.number)};
    for (const auto& [member, name] : figures)
      cells.push_back(edition.row.contains(member) && edition.row[member].is_number()
                          ? count_cell(edition.row[member].get<double>())
                          : empty_cell());
    chart.rows.push_back(cells);
    std::string published = edition.row.value("created_at", "").substr(0, 16);
    std::replace(published.begin(), published.end(), 'T', ' ');
    std::vector<Cell> row = {text_cell(edition.number), text_cell(std::move(published))};
    if (states)
      row.push_back(text_cell(
          edition.row["state"].is_string() ? edition.row["state"].get<std::string>() : ""));
    row.insert(row.end(), cells.begin() + 1, cells.end());
    table.push_back(std::move(row));
  }
  const json& last = editions.back().row;
  chart.description = count_text(static_cast<double>(editions.size())) +
                      " editions. The newest has " + count_text(number_member(last, "persons")) +
                      " persons, " + count_text(number_member(last, "counterfeits")) +
                      " counterfeits; " + count_text(number_member(last, "waiting")) +
                      " persons wait, and " + count_text(number_member(last, "withheld")) +
                      " are withheld.";
  report.paragraph(chart.description);
  write_chart(report.html, chart);
  std::vector<std::string> head = {"Edition", "Published"};
  if (states) head.emplace_back("State");
  for (const auto& [member, name] : figures)
    head.push_back(name);
  write_table(report.html, "edition-table", head, table);
}

// Writes the combined risk of all existing editions.
void write_composition(Report& report, const std::vector<Edition>& editions) {
  std::vector<std::string> relations;
  for (const Edition& edition : editions)
    if (edition.row.contains("relations") && edition.row["relations"].is_array() &&
        !edition.row["relations"].empty() && edition.row["relations"][0].is_string())
      relations.push_back(edition.row["relations"][0].get<std::string>());
  if (relations.size() < 2) {
    report.remark("There are no two editions to put together.");
    return;
  }
  const Rows rows = report.session.query(
      "SELECT attribute, releases, candidates, pinned, guessed_right, low, high, "
      "single_guessed_right, naive FROM " +
          report.release.extension +
          "audit_composition($1::pg_catalog.regclass[], seed => $2::bigint)",
      {list_text(relations), report.options.seed});
  std::vector<std::vector<Cell>> table;
  for (int row = 0; row < rows.size(); ++row)
    table.push_back({text_cell(std::string(rows.at(row, 0))), optional_cell(rows, row, 1, false),
                     optional_cell(rows, row, 2, false), optional_cell(rows, row, 3, true),
                     optional_cell(rows, row, 4, true), optional_cell(rows, row, 7, true),
                     optional_cell(rows, row, 8, true)});
  report.html.element("h3", "All editions put together");
  report.paragraph(
      "An attacker who holds all editions that are still there leaves each person so many "
      "candidates for the sensitive value, and guesses this share right:");
  write_table(report.html, "composition",
              {"Attribute", "Editions", "Candidates", "One candidate left", "Guessed right",
               "By the best edition alone", "Most frequent value"},
              table);
}

}  // namespace

void write_frontier(Report& report) {
  report.begin("frontier", "Other settings");
  if (!report.owner())
    report.paragraph(
        "What other settings would give is measured on the source. It is in the report for its "
        "owner, made with --private.");
  else if (report.release.edition())
    report.paragraph(
        "An edition keeps what its series promised; other settings are not tried here.");
  else
    report.try_to("The comparison of settings", false, [&] {
      const Rows level =
          report.session.query("SELECT pg_catalog.current_setting('client_min_messages')");
      const auto set_level = [&](const std::string& to) {
        report.session.query("SELECT pg_catalog.set_config('client_min_messages', $1, true)", {to});
      };
      // Every trial would repeat the messages of publishing.
      set_level("error");
      explore(report);
      set_level(std::string(level.at(0, 0)));
    });
  report.end();
}

void write_series(Report& report) {
  const PublishedRelease& release = report.release;
  if (!release.edition()) return;
  report.begin("series", "The series");
  report.html.element(
      "p",
      "This release is edition " + figure_text(release.parameter("edition")) + " of the series “" +
          release.series() + "”, with " + count_text(release.parameter("counterfeits")) +
          " counterfeits: values that are nobody's, in the place of those of persons who left.",
      {{"id", "edition"}});
  if (release.parameter("valueless") > 0) {
    report.paragraph(count_text(release.parameter("valueless")) +
                     " persons are shown without a sensitive value.");
  }
  if (!report.owner()) {
    report.paragraph(
        "How other editions differ, and who waits or is withheld, is in the report for the owner "
        "of the source, made with --private.");
    report.end();
    return;
  }
  report.try_to("The list of editions", false, [&] {
    const auto editions = editions_of(report);
    if (editions.empty()) {
      report.remark("The series is gone; nothing is known of its editions.");
      return;
    }
    write_editions(report, editions);
    report.try_to("What editions say together", false,
                  [&] { write_composition(report, editions); });
  });
  report.end();
}

}  // namespace microdata::client
