// Report on a release: a page of sections, each written from its own queries. A section that fails
// says so, and the others continue.
#pragma once

#include <optional>
#include <string>

#include "client/report_html.hpp"
#include "client/report_release.hpp"

namespace microdata::client {

class Output;

struct ReportOptions {
  std::string relation;
  std::string file;
  // True if the report has content that only the owner of the source sees.
  bool owner = false;
  // Time limit of the audits in seconds: no audit begins after it.
  double seconds = 60;
  // Rows of the source on which settings are tried.
  int sample = 10000;
  std::string settings;
  std::optional<std::string> seed;
};

// Column of a table that shows rows of a statement: its head, and the place of its values, with the
// form of numbers.
struct Column {
  std::string head;
  int place;
  Cell (*form)(std::optional<double>) = nullptr;
};

struct Report {
  Session& session;
  Output& output;
  const PublishedRelease& release;
  const ReportOptions& options;
  Html html = {};
  // Rows of verify_release, with the answer as text; none if it was not allowed.
  Rows verification = {};
  // True if verify_release confirmed everything, false if a requirement does not hold. Nothing if
  // it was not asked, could not answer, or had the release alone.
  std::optional<bool> verified = std::nullopt;
  // True if the release was compared with its source.
  bool beside_source = false;
  // Findings of sections for the head of the page, which is written last: the attack that gains
  // most by the release, as a share of its failures; the worst attack on a sensitive value, with
  // its success; and what analysts lose.
  std::string gaining_attack = {};
  double most_gained = 0;
  std::string worst_attack = {};
  double worst_success = -1;
  std::string lost = {};

  bool owner() const { return release.record.has_value(); }
  void paragraph(const std::string& text) { html.element("p", text); }
  void remark(const std::string& text) { html.element("p", text, {{"class", "remark"}}); }
  // Writes a message of the server to standard error, as a warning.
  void warn(Message message) const;
  void table(const std::string& id, const Rows& rows, const std::vector<Column>& columns);
  // Runs work that can fail; a remark on the page replaces a missing figure. The server's message
  // might be about the source. A report without --private therefore sends it only to standard
  // error, unless the work read only the release.
  void try_to(const std::string& what, bool of_release, const std::function<void()>& work);
};

std::vector<std::string> heads_of(const std::vector<Column>& columns);
Table cells_of(const Rows& rows, const std::vector<Column>& columns);

// Calls verify_release once, before anything is written.
void verify(Report& report);

// Writes the title, the verdict, and the most important figures, after all sections.
void write_head(Report& report);
// Write the content of sections; report_command.cpp has their titles.
void write_published(Report& report);
void write_guarantee(Report& report);
void write_attacks(Report& report);
void write_distributions(Report& report);
void write_pairs(Report& report);
void write_sizes(Report& report);
void write_loss(Report& report);
void write_frontier(Report& report);
void write_series(Report& report);

}  // namespace microdata::client
