// Sections of the report, each written from its own queries. A section that fails says so, and the
// others continue.
#pragma once

#include <optional>
#include <string>

#include "client/report_chart.hpp"
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

struct Report {
  Session& session;
  Output& output;
  const PublishedRelease& release;
  const ReportOptions& options;
  Html head;
  Html html;
  // Ids and titles of the sections.
  std::vector<std::pair<std::string, std::string>> contents;
  // True if verify_release confirmed everything, false if a requirement does not hold. Nothing if
  // it was not asked, could not answer, or had the release alone.
  std::optional<bool> verified;
  // True if the release was compared with its source.
  bool beside_source = false;

  bool owner() const { return release.record.has_value(); }
  // Begins a section, which the page's list of contents includes.
  void begin(const std::string& id, const std::string& title);
  void end();
  void paragraph(const std::string& text);
  void remark(const std::string& text);
  // Runs work that can fail; a remark on the page replaces a missing figure. The server's message
  // might be about the source. A report without --private therefore sends it only to standard
  // error, unless the work read only the release.
  bool try_to(const std::string& what, bool of_release, const std::function<void()>& work);
};

// Writes the title, and the most important figures.
void write_head(Report& report, bool asked_to_verify);
void write_published(Report& report);
void write_guarantee(Report& report, const Rows& verified);
void write_attacks(Report& report);
void write_distributions(Report& report);
void write_pairs(Report& report);
void write_sizes(Report& report);
void write_loss(Report& report);
void write_frontier(Report& report);
void write_series(Report& report);
void write_reading(Report& report);

// Calls verify_release once, before anything is written.
Rows verification(Report& report);

// Returns the whole page around the sections.
std::string page_of(const Report& report);

}  // namespace microdata::client
