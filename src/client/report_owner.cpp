// Content for the owner alone: other settings, and the editions of a series over time.
#include <cmath>
#include <map>

#include "client/arguments.hpp"
#include "client/report.hpp"
#include "client/report_classes.hpp"

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

// Returns settings like those of the release: the recorded arguments, and a few values of the
// bounds.
json settings_of(const PublishedRelease& release) {
  const json& parameters = release.record->parameters;
  const std::string method = release.method();
  json settings = json::object();
  const std::map<std::string, std::vector<const char*>> kept = {
      {"slicing", {"columns"}},
      {"bucketization", {"method"}},
      {"generalization", {"class", "fragments", "recoding"}},
      {"fragmentation", {"class", "fragments", "recoding"}},
      {"gnf", {"algorithm"}}};
  const double l = number_member(parameters, "l").value_or(0);
  const double k = number_member(parameters, "k").value_or(0);
  if (l >= 1) settings["l"] = around(l, 2);
  if (method == "slicing" || method == "bucketization") settings["k_anonymity"] = {1, 12, 50};
  if (release.has_classes()) {
    settings["k"] = around(std::max(k, 2.0), 2);
    if (l >= 1) settings["l"] = number_json(l);
  }
  if (const auto found = kept.find(method); found != kept.end())
    for (const char* name : found->second)
      if (parameters.contains(name) && !parameters[name].is_null())
        settings[name] = parameters[name];
  return settings;
}

// Returns the attributes by the arguments for their roles. Unpublished attributes are identifiers,
// so that they are excluded again.
std::map<std::string, std::vector<std::string>> roles_of(Report& report) {
  const PublishedRelease& release = report.release;
  std::map<std::string, std::vector<std::string>> roles = {
      {"sensitive", {}}, {"identifiers", {}}, {"insensitive", {}}, {"quasi_identifiers", {}}};
  for (const PublishedAttribute& attribute : release.attributes) {
    const std::string& role = attribute.column->role;
    roles[role == "sensitive" || role == "insensitive" ? role : "quasi_identifiers"].push_back(
        attribute.name());
  }
  std::vector<std::string>& identifiers = roles["identifiers"];
  identifiers = unpublished_columns(report.session, release);
  if (!release.record->parameters.contains("subject")) return roles;
  for (const json& name : release.record->parameters["subject"]) {
    roles["subject"].push_back(name.get<std::string>());
    std::erase(identifiers, roles["subject"].back());
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

// Writes the rows of explore(): settings, and what they give.
void write_settings(Report& report, const Rows& rows) {
  const std::vector<Column> columns = {{"Settings", 0},
                                       {"Groups", 1, Cell::figure},
                                       {"Smallest", 2, Cell::figure},
                                       {"Left out", 3, Cell::figure},
                                       {"Loss", 4, Cell::share},
                                       {"Error of counts", 5, Cell::share},
                                       {"Guessed right", 6, Cell::share},
                                       {"Membership", 7, Cell::share},
                                       {"Not feasible", 8}};
  Table table = cells_of(rows, columns);
  Chart chart("scatter", "frontier-chart", "What analysts lose, and what attackers guess",
              "median error of counts");
  chart.y_label = "sensitive values guessed right";
  chart.head = {"Settings", "Error", "Guessed right"};
  for (std::size_t row = 0; row < table.size(); ++row) {
    auto& cells = table[row];
    cells[0].shown = std::to_string(row + 1) + ": " + settings_text(json::parse(cells[0].shown));
    // Information loss replaces the error of counts if there is none, as for fragments.
    const bool error = !cells[5].value.empty();
    if (cells[6].value.empty() || (!error && cells[4].value.empty())) continue;
    if (!error) chart.x_label = "information loss";
    chart.rows.push_back({cells[0], cells[error ? 5 : 4], cells[6]});
  }
  chart.description =
      "Each point is a release with other settings: to the left analysts lose less, below "
      "attackers guess less. Points to which none is better in both are the frontier.";
  if (!chart.rows.empty()) write_chart(report.html, chart);
  write_table(report.html, "frontier-table", heads_of(columns), table);
}

void explore(Report& report) {
  const PublishedRelease& release = report.release;
  std::string call = release.extension +
                     "explore($1::pg_catalog.regclass, $2::text, $3::pg_catalog.jsonb, sample => "
                     "$4::integer, seed => $5::bigint";
  Parameters parameters = {
      release.record->source, release.method(),
      report.options.settings.empty() ? settings_of(release).dump() : report.options.settings,
      std::to_string(report.options.sample), report.options.seed};
  for (const auto& [argument, names] : roles_of(report)) {
    parameters.emplace_back(array_literal(names));
    call += ", " + argument + " => $" + std::to_string(parameters.size()) +
            "::text[]::" + release.extension + "text_list";
  }
  const Rows rows = report.session.query(
      "SELECT settings, groups, smallest, suppressed, loss, error, inference, membership, CASE "
      "WHEN feasible THEN '' ELSE pg_catalog.split_part(reason, '. ', 1) END FROM " +
          call + ")",
      parameters);
  report.paragraph("What other settings would give, tried on " + count_text(report.options.sample) +
                   " rows of the source at most and published nowhere. A smaller table is less "
                   "private and less useful than the whole one.");
  write_settings(report, rows);
}

// Writes the rows of microdata.editions.
void write_editions(Report& report, const Rows& rows) {
  const std::vector<Column> figures = {{"Edition", 0},
                                       {"Persons", 3, Cell::count},
                                       {"Counterfeits", 4, Cell::count},
                                       {"Waiting", 5, Cell::count},
                                       {"Withheld", 6, Cell::count}};
  std::vector<Column> columns = figures;
  columns.insert(columns.begin() + 1, {{"Published", 1}, {"State", 2}});
  const auto newest = [&](int column) {
    return count_text(number_of(rows.at(rows.size() - 1, column)).value_or(0));
  };
  Chart chart("lines", "editions", "Editions over time", "edition");
  chart.head = heads_of(figures);
  chart.rows = cells_of(rows, figures);
  chart.description = count_text(rows.size()) + " editions. The newest has " + newest(3) +
                      " persons, " + newest(4) + " counterfeits; " + newest(5) +
                      " persons wait, and " + newest(6) + " are withheld.";
  report.paragraph(chart.description);
  write_chart(report.html, chart);
  report.table("edition-table", rows, columns);
}

// Writes the combined risk of all existing editions.
void write_composition(Report& report, const std::vector<std::string>& relations) {
  if (relations.size() < 2) return report.remark("There are no two editions to put together.");
  const Rows rows = report.session.query(
      "SELECT attribute, releases, candidates, pinned, guessed_right, single_guessed_right, naive "
      "FROM " +
          report.release.extension +
          "audit_composition($1::pg_catalog.regclass[], seed => $2::bigint)",
      {array_literal(relations), report.options.seed});
  report.html.element("h3", "All editions put together");
  report.paragraph(
      "An attacker who holds all editions that are still there leaves each person so many "
      "candidates for the sensitive value, and guesses this share right:");
  report.table("composition", rows,
               {{"Attribute", 0},
                {"Editions", 1, Cell::figure},
                {"Candidates", 2, Cell::figure},
                {"One candidate left", 3, Cell::share},
                {"Guessed right", 4, Cell::share},
                {"By the best edition alone", 5, Cell::share},
                {"Most frequent value", 6, Cell::share}});
}

}  // namespace

void write_frontier(Report& report) {
  if (report.release.edition())
    return report.paragraph(
        "An edition keeps what its series promised; other settings are not tried here.");
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
}

void write_series(Report& report) {
  const PublishedRelease& release = report.release;
  report.html.element(
      "p",
      "This release is edition " + figure_text(release.parameter("edition")) + " of the series “" +
          release.series() + "”, with " + count_text(release.parameter("counterfeits")) +
          " counterfeits: values of no person, in place of those of persons that left.",
      {{"id", "edition"}});
  if (release.parameter("valueless") > 0)
    report.paragraph(count_text(release.parameter("valueless")) +
                     " persons are shown without a sensitive value.");
  if (!report.owner())
    return report.paragraph(
        "Other editions, and the numbers of persons that wait or are withheld, are in the report "
        "for the owner of the source, made with --private.");
  report.try_to("The list of editions", false, [&] {
    const Rows rows = report.session.query(
        "SELECT edition, pg_catalog.to_char(created_at, 'YYYY-MM-DD HH24:MI'), state, persons, "
        "counterfeits, waiting, withheld, relations[1] FROM microdata.editions WHERE series = $1 "
        "ORDER BY edition",
        {release.series()});
    if (rows.size() == 0)
      return report.remark("The series is gone; nothing is known of its editions.");
    write_editions(report, rows);
    std::vector<std::string> relations;
    for (int row = 0; row < rows.size(); ++row)
      if (!rows.is_null(row, 7)) relations.emplace_back(rows.at(row, 7));
    report.try_to("What editions say together", false,
                  [&] { write_composition(report, relations); });
  });
}

}  // namespace microdata::client
