#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "client/command.hpp"
#include "client/embedded.hpp"
#include "client/output_file.hpp"
#include "client/report_sections.hpp"
#include "client/signature.hpp"

namespace microdata::client {

namespace {

// Writes the sections one after the other, all of one moment.
void write_sections(Report& report) {
  const auto stage = [&](const char* text) { report.output.progress(text); };
  stage("verification");
  const Rows verified = verification(report);
  write_head(report, verified.size() > 0);
  stage("what was published");
  write_published(report);
  write_guarantee(report, verified);
  stage("audits");
  write_attacks(report);
  stage("distributions");
  write_distributions(report);
  stage("pairs of attributes");
  write_pairs(report);
  stage("sizes and losses");
  write_sizes(report);
  write_loss(report);
  stage("other settings");
  write_frontier(report);
  stage("series");
  write_series(report);
  write_reading(report);
  report.output.end_progress();
}

class ReportCommand : public Command {
 public:
  ReportCommand()
      : Command("report", "write a page about a release that opens without a network") {}

  void declare(CLI::App& app, const Connect& /*connect*/) override {
    app.add_option("release", options_.relation, "a relation of the release, or a series' view")
        ->required();
    app.add_option("-o,--output", options_.file, "the file to write; - for standard output")
        ->required();
    app.add_flag("--private", options_.owner,
                 "with what only the owner of the source may see: audits, the source's "
                 "distributions, other settings, all editions");
    app.add_option("--seconds", options_.seconds,
                   "with --private: begin no audit after so many seconds (60)")
        ->check(CLI::Range(0.001, 1e6));
    app.add_option("--sample", options_.sample,
                   "with --private: rows of the source on which other settings are tried (10000)")
        ->check(CLI::Range(1, 100000000));
    app.add_option("--explore", options_.settings,
                   "with --private: the settings to try, as the argument of explore() in JSON");
    app.add_option("--seed", seed_, "a number that makes audits and trials the same again");
  }

  ExitCode run(Session& session, Output& output) override {
    if (report_assets.d3.empty())
      throw Failure(ExitCode::usage,
                    "this program was built without D3, which draws the charts of a report",
                    "Install node-d3 (Debian) or d3 (npm), and build it again.");
    if (output.json() && options_.file == "-")
      throw Failure(ExitCode::usage, "with --json, a report needs a file", "Name one with -o.");
    if (seed_) options_.seed = std::to_string(*seed_);
    // The call fails, with instructions, if the function does not exist.
    (void)function_signature(session, "readable_name");
    const std::string oid = relation_oid(session, options_.relation);
    // Settings are tried in temporary tables, which a read-only transaction would not allow.
    begin_one_moment(session, !options_.owner);
    // Sets of intervals are published in this style.
    session.query("SET LOCAL IntervalStyle = 'postgres'");
    const PublishedRelease release = read_release(session, oid, options_.owner);
    Report report{session, output, release, options_, {}, {}, {}, std::nullopt, false};
    write_sections(report);
    session.query("ROLLBACK");
    const std::string page = page_of(report);
    // The owner alone may read a private report.
    OutputFile file(options_.file == "-" ? "" : options_.file, options_.owner ? 0600 : 0666);
    file.write(page);
    file.finish();
    if (output.json()) {
      output.result() = {
          {"file", options_.file}, {"bytes", page.size()}, {"private", options_.owner}};
      output.result()["verified"] =
          report.verified ? nlohmann::ordered_json(*report.verified) : nlohmann::ordered_json();
    }
    return report.verified == false ? ExitCode::not_held : ExitCode::ok;
  }

 private:
  ReportOptions options_;
  std::optional<long long> seed_;
};

}  // namespace

std::unique_ptr<Command> report_command() {
  return std::make_unique<ReportCommand>();
}

}  // namespace microdata::client
