// The report's sections. Each is written from queries of its own; what cannot be had is said, and
// the others go on.
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
  // What only the owner of the source sees is in the report.
  bool owner = false;
  // Of the audits: no further one is begun after so many seconds.
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
  // Whether verify_release confirmed everything; nothing where it was not asked, could not answer,
  // or had the release alone.
  std::optional<bool> verified;
  // Whether the release was compared with its source.
  bool beside_source = false;

  bool owner() const { return release.record.has_value(); }
  // Begins a section; all of them are in the page's list of contents.
  void begin(const std::string& id, const std::string& title);
  void end();
  void paragraph(const std::string& text);
  void remark(const std::string& text);
  // Runs what may fail; says on the page why a figure is missing. What the server says may be of
  // the source: in a report without
  // --private it goes to standard error alone, unless the work read nothing but the release.
  bool try_to(const std::string& what, bool of_release, const std::function<void()>& work);
};

// The title, and the figures that are looked at first.
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

// Asks verify_release once, before anything is written.
Rows verification(Report& report);

// The whole page around the sections.
std::string page_of(const Report& report);

}  // namespace microdata::client
