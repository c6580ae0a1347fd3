// Subcommand report, with the table of the page's sections.
#include <CLI/CLI.hpp>
#include <array>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "client/command.hpp"
#include "client/embedded.hpp"
#include "client/output_file.hpp"
#include "client/report.hpp"
#include "client/report_classes.hpp"
#include "client/signature.hpp"

namespace microdata::client {

namespace {

struct Section {
  const char* id;
  const char* title;
  // Text for standard error when the program begins the section; null if there is none.
  const char* stage;
  // Questions that the section answers, for readers of the release and for the owner of the source;
  // one paragraph a line.
  const char* for_readers;
  const char* for_owner;
  // Writes the rest; null if there is none.
  void (*write)(Report&);
  enum class Of { releases, owners, editions } of = Of::releases;
};

constexpr std::array sections = {
    Section{"published", "What was published", "what was published", "", "", write_published},
    Section{"guarantee", "The guarantee and its verification", "", "", "", write_guarantee},
    Section{"attacks", "What attackers get", "audits",
            "Figures of attacks are measured on the source and not protected. They are in the "
            "report for its owner, made with --private.",
            "", write_attacks, Section::Of::owners},
    Section{"distributions", "Distributions, attribute by attribute", "distributions",
            "How often values are published. Where a release shows ranges, sets or labels, it is "
            "the number to be expected from them. The distribution in the source is known to its "
            "owner alone; what is published is the best estimate of it.",
            "Before and after: how often values stand in the source as it is now, and how often by "
            "what was published.",
            write_distributions},
    Section{"pairs", "Pairs of attributes that matter", "pairs of attributes",
            "Pairs whose attributes are correlated most in what is published, and of sensitive "
            "attributes the first ones. The correlation is the mean-square contingency of the "
            "published rows: 0 is independent, 1 is determined. Of ranges and sets it is that of "
            "the values that they stand for, each alike, in a few classes; labels of several "
            "levels overlap, and have none.",
            "Pairs whose attributes are correlated most in the source, and of sensitive attributes "
            "the first ones. The correlation is the mean-square contingency: 0 is independent, 1 "
            "is determined. Of ranges and sets it is that of the values that they stand for, each "
            "alike, in a few classes; labels of several levels overlap, and have none.",
            write_pairs},
    Section{"sizes", "Sizes of buckets and classes", "sizes and losses", "", "", write_sizes},
    Section{"losses", "What is lost", "", "", "", write_loss},
    Section{"frontier", "Other settings", "other settings",
            "Other settings are measured on the source. It is in the report for its "
            "owner, made with --private.",
            "", write_frontier, Section::Of::owners},
    Section{"series", "The series", "series", "", "", write_series, Section::Of::editions},
    Section{"reading", "How to read this report", "",
            "Each chart has its figures in a table below it. Counts are of the published rows, or "
            "what is to be expected from them: within a bucket, nothing says whose value a "
            "sensitive value is, and a range or a set stands for one of its values.\n"
            "Nothing here was read from the source but whether the verification holds. The "
            "attackers' figures, the distributions of the source and other settings are in the "
            "report for its owner, made with --private.",
            "Each chart has its figures in a table below it. Counts are of the published rows, or "
            "what is to be expected from them: within a bucket, nothing says whose value a "
            "sensitive value is, and a range or a set stands for one of its values.\n"
            "“Source” is the table as it was when this report was made, which may be later than "
            "the release. Figures of attacks and of settings are statistics of the source: a low "
            "figure shows that this attack fails, and is no promise.",
            nullptr}};

bool has(const Report& report, const Section& section) {
  return section.of != Section::Of::editions || report.release.edition();
}

void write_section(Report& report, const Section& section) {
  if (*section.stage != '\0') report.output.progress(section.stage);
  if (!has(report, section)) return;
  report.html.open("section", {{"id", section.id}}).element("h2", section.title);
  std::istringstream question(report.owner() ? section.for_owner : section.for_readers);
  for (std::string paragraph; std::getline(question, paragraph);)
    report.paragraph(paragraph);
  if (section.write != nullptr && (report.owner() || section.of != Section::Of::owners))
    section.write(report);
  report.html.close("section");
}

void write_contents(Report& report) {
  report.html.open("nav", {{"aria-label", "Contents"}}).open("ol");
  for (const Section& section : sections)
    if (has(report, section))
      report.html.open("li")
          .element("a", section.title, {{"href", "#" + std::string(section.id)}})
          .close("li");
  report.html.close("ol").close("nav");
}

// Returns a policy that loads nothing and runs only the two scripts that are part of this program.
std::string policy() {
  const auto source = [](std::string_view hash) { return "'sha256-" + std::string(hash) + "'"; };
  return "default-src 'none'; script-src " + source(report_assets.d3_hash) + " " +
         source(report_assets.script_hash) + "; style-src " + source(report_assets.style_hash) +
         "; base-uri 'none'; form-action 'none'";
}

// Writes the page: one file, without external content. All sections are of one moment.
void write_page(Report& report) {
  report.output.progress("verification");
  verify(report);
  for (const Section& section : sections)
    write_section(report, section);
  const std::string content = std::exchange(report.html, {}).str();
  Html& page = report.html;
  page.raw("<!DOCTYPE html>\n").open("html", {{"lang", "en"}}).open("head");
  page.open("meta", {{"charset", "utf-8"}});
  page.open("meta", {{"http-equiv", "Content-Security-Policy"}, {"content", policy()}});
  page.open("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
  page.open("meta", {{"name", "referrer"}, {"content", "no-referrer"}});
  page.element("title", report.release.relations.front().name + ": report on a release");
  page.raw("<style>").raw(report_assets.style).raw("</style>\n");
  page.close("head").open("body").open("div", {{"class", "page"}});
  write_head(report);
  write_contents(report);
  page.open("main").raw(content).close("main");
  page.open("footer", {{"id", "made"}})
      .text("Made by microdata " MICRODATA_VERSION
            ", the program of PostgreSQL's extension pg_microdata, on " +
            report.release.made + " (UTC). Charts are drawn with D3.")
      .close("footer");
  page.raw(
      "<noscript><p>The charts need scripts. All of their figures are in the "
      "tables.</p></noscript>\n");
  page.close("div");
  page.raw("<script>").raw(report_assets.d3).raw("</script>\n");
  page.raw("<script>").raw(report_assets.script).raw("</script>\n");
  page.close("body").close("html");
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
    Report report{session, output, release, options_};
    write_page(report);
    session.query("ROLLBACK");
    const std::string& page = report.html.str();
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

std::vector<std::string> heads_of(const std::vector<Column>& columns) {
  std::vector<std::string> heads;
  for (const Column& column : columns)
    heads.push_back(column.head);
  return heads;
}

Table cells_of(const Rows& rows, const std::vector<Column>& columns) {
  Table table(static_cast<std::size_t>(rows.size()));
  for (int row = 0; row < rows.size(); ++row)
    for (const Column& column : columns)
      table[static_cast<std::size_t>(row)].push_back(
          column.form != nullptr ? column.form(number_of(rows.at(row, column.place)))
                                 : Cell::text(std::string(rows.at(row, column.place))));
  return table;
}

void Report::table(const std::string& id, const Rows& rows, const std::vector<Column>& columns) {
  write_table(html, id, heads_of(columns), cells_of(rows, columns));
}

void Report::warn(Message message) const {
  message.severity = "WARNING";
  output.message(message);
}

void Report::try_to(const std::string& what, bool of_release, const std::function<void()>& work) {
  const std::size_t length = html.str().size();
  const auto reason = attempt(session, work);
  if (!reason) return;
  html.shorten(length);
  const bool unreadable = reason->primary.find(unreadable_relation) != std::string::npos;
  const bool is_told = of_release || owner();
  remark(what + " is not shown" +
         (!is_told     ? ""
          : unreadable ? ": permission denied for a relation of the release"
                       : ": " + reason->primary) +
         ".");
  if (!is_told) warn(*reason);
}

std::unique_ptr<Command> report_command() {
  return std::make_unique<ReportCommand>();
}

}  // namespace microdata::client
