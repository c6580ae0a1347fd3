// The guarantee, its verification, and the results of attacks.
#include <cmath>

#include "client/output.hpp"
#include "client/report_scale.hpp"
#include "client/report_sections.hpp"

namespace microdata::client {

namespace {

using nlohmann::json;

std::string answer_of(const Rows& rows, int row, int column) {
  return rows.is_null(row, column)   ? "cannot be known"
         : rows.is_true(row, column) ? "holds"
                                     : "does not hold";
}

void write_promises(Report& report) {
  const json& guarantee = report.release.description.value("guarantee", json::object());
  if (guarantee.contains("meaning") && guarantee["meaning"].is_string())
    report.html.element("p", guarantee["meaning"].get<std::string>(), {{"id", "guarantee-text"}});
  const bool fragments = report.release.method() == "fragmentation";
  const bool in_buckets = report.release.description.value("parameters", json::object())
                              .value("k_scope", std::string()) == "bucket";
  if (guarantee.contains("l") && guarantee["l"].is_number()) {
    const double l = guarantee["l"].get<double>();
    if (fragments)
      report.paragraph("l = " + figure_text(l) +
                       ": every class, and every join of fragments, has at least so many different "
                       "sensitive values.");
    else
      report.paragraph("l = " + figure_text(l) +
                       ": whoever knows everything else of a person can link none of the sensitive "
                       "values to that "
                       "person with a probability above " +
                       percent_text(1 / l) + ", by what the person's bucket or class shows.");
  }
  if (guarantee.contains("k") && guarantee["k"].is_number() && guarantee["k"].get<double>() > 1)
    report.paragraph("k = " + figure_text(guarantee["k"].get<double>()) +
                     (in_buckets
                          ? ": within a bucket, each value that is shown in place of "
                            "quasi-identifiers is shown of at least so many persons."
                          : ": all that is shown of a person's quasi-identifiers is shown of "
                            "at least so many persons."));
  report.remark(
      "The promise is about linking persons to values. What statistics teach about people of a "
      "kind is not hidden: that is what the release is for.");
}

void write_verification(Report& report, const Rows& rows) {
  report.html.element("h3", "Verification");
  if (rows.size() == 0) {
    report.html.element("p",
                        "The release was not verified for this report: that needs the source, "
                        "which not everybody may read.",
                        {{"id", "verification-text"}});
    return;
  }
  int holding = 0;
  for (int row = 0; row < rows.size(); ++row)
    holding += rows.is_true(row, 3) ? 1 : 0;
  // A requirement that does not hold discloses facts about the current source, which are for its
  // owner.
  if (!report.owner() && report.verified == false) {
    report.html.element("p",
                        std::string("The verification ") +
                            (report.beside_source ? "against the source " : "") +
                            "did not confirm everything. Ask the owner of the source before you "
                            "rely on this release.",
                        {{"id", "verification-text"}, {"class", "warning"}});
    return;
  }
  const std::string of_all = count_text(holding) + " of " + count_text(rows.size());
  const bool all_hold = holding == rows.size() && report.beside_source;
  report.html.element("p",
                      report.beside_source
                          ? of_all +
                                " requirements were computed again from the release and its "
                                "source, and hold."
                          : "The release was not verified against the source. What was checked is "
                            "the structure of its tables alone, as they are published: " +
                                of_all +
                                " requirements hold. Whether what they show is of persons of the "
                                "source, this does not tell.",
                      {{"id", "verification-text"}, {"class", all_hold ? "good" : "warning"}});
  std::vector<std::vector<Cell>> table;
  for (int row = 0; row < rows.size(); ++row) {
    std::vector<Cell> cells = {text_cell(std::string(rows.at(row, 0)))};
    if (report.owner()) {
      for (const int column : {1, 2}) {
        const auto value = number_of(rows.at(row, column));
        cells.push_back(value ? figure_cell(*value) : empty_cell());
      }
    }
    cells.push_back(text_cell(answer_of(rows, row, 3)));
    if (report.owner()) cells.push_back(text_cell(std::string(rows.at(row, 4))));
    table.push_back(std::move(cells));
  }
  if (report.owner())
    write_table(report.html, "verification",
                {"Requirement", "Bound", "Achieved", "Answer", "Worst case"}, table);
  else
    write_table(report.html, "verification", {"Requirement", "Answer"}, table);
}

// True if a requirement about the source has an answer. Such requirements name the source; some
// releases have none, and without the right to read the source none has an answer.
bool answered_beside_source(const Rows& rows) {
  for (int row = 0; row < rows.size(); ++row)
    if (!rows.is_null(row, 3) && rows.at(row, 0).find("source") != std::string_view::npos)
      return true;
  return false;
}

std::string attack_name(const Rows& rows, int row) {
  std::string name(rows.at(row, 1));
  if (name.starts_with("audit_")) name.erase(0, 6);
  for (char& one : name)
    if (one == '_') one = ' ';
  return rows.is_null(row, 2) ? name : name + " of " + std::string(rows.at(row, 2));
}

void write_attack_figures(Report& report, const Rows& rows) {
  Chart chart = wide_chart("intervals", "attack-figures",
                           "What each attack gains, with its interval", "gain of the attack");
  chart.head = {"Attack", "Figure", "From", "To", "Control"};
  for (int row = 0; row < rows.size(); ++row) {
    const auto figure = number_of(rows.at(row, 3));
    if (!figure) continue;
    std::vector<Cell> cells = {text_cell(attack_name(rows, row)), percent_cell(*figure)};
    for (const int column : {4, 5, 6}) {
      const auto value = number_of(rows.at(row, column));
      cells.push_back(value ? percent_cell(*value) : empty_cell());
    }
    chart.rows.push_back(std::move(cells));
  }
  chart.description =
      "One line for each attack: the figure, its interval, and the control. 0\u00a0% is good, "
      "100\u00a0% is bad; of membership 50\u00a0% is a coin.";
  if (!chart.rows.empty()) write_chart(report.html, chart);
}

}  // namespace

Rows verification(Report& report) {
  Rows rows;
  const auto reason = attempt(report.session, [&] {
    rows = report.session.query("SELECT requirement, bound, achieved, holds, worst_case FROM " +
                                    report.release.extension +
                                    "verify_release($1::pg_catalog.regclass)",
                                {report.release.sql});
  });
  if (reason && report.owner()) {
    Message warning = *reason;
    warning.severity = "WARNING";
    report.output.message(warning);
  }
  bool unknown = false;
  for (int row = 0; row < rows.size(); ++row) {
    const bool holds = rows.is_true(row, 3);
    unknown = unknown || rows.is_null(row, 3);
    if (rows.is_null(row, 3) || holds) continue;
    report.verified = false;
    report.output.message(
        {"WARNING", "", "the release does not keep: " + std::string(rows.at(row, 0)), "", "", ""});
  }
  report.beside_source = answered_beside_source(rows);
  if (report.beside_source && !report.verified && !unknown) report.verified = true;
  return rows;
}

void write_guarantee(Report& report, const Rows& verified) {
  report.begin("guarantee", "The guarantee and its verification");
  write_promises(report);
  write_verification(report, verified);
  report.end();
}

void write_attacks(Report& report) {
  report.begin("attacks", "What attackers get");
  if (!report.owner()) {
    report.paragraph(
        "Figures of attacks are measured on the source and not protected. They are in the report "
        "for its owner, made with --private.");
    report.end();
    return;
  }
  report.try_to("The audit", false, [&] {
    const Rows rows = report.session.query(
        "SELECT risk, audit, attribute, figure, low, high, control, finding FROM " +
            report.release.extension +
            "audit($1::pg_catalog.regclass, seconds => $2::float8, seed => $3::bigint)",
        {report.release.sql, exact_text(report.options.seconds), report.options.seed});
    report.paragraph(
        "Attacks that are known were made on this release, and on people outside of it for "
        "comparison. What each gives, in a sentence:");
    std::vector<std::vector<Cell>> table;
    for (int row = 0; row < rows.size(); ++row)
      table.push_back({text_cell(std::string(rows.at(row, 0))), text_cell(attack_name(rows, row)),
                       text_cell(std::string(rows.at(row, 7)))});
    write_table(report.html, "audit", {"Risk", "Attack", "Finding"}, table);
    write_attack_figures(report, rows);
  });
  report.end();
}

}  // namespace microdata::client
