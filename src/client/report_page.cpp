// The page around the sections: one file, without external content.
#include "client/embedded.hpp"
#include "client/report_sections.hpp"

namespace microdata::client {

namespace {

// Returns a policy that loads nothing and runs only the two scripts that are part of this program.
std::string policy() {
  const auto source = [](std::string_view hash) { return "'sha256-" + std::string(hash) + "'"; };
  return "default-src 'none'; script-src " + source(report_assets.d3_hash) + " " +
         source(report_assets.script_hash) + "; style-src " + source(report_assets.style_hash) +
         "; base-uri 'none'; form-action 'none'";
}

void write_contents(Html& page, const Report& report) {
  page.open("nav", {{"aria-label", "Contents"}}).open("ol");
  for (const auto& [id, title] : report.contents) {
    page.open("li");
    page.element("a", title, {{"href", "#" + id}});
    page.close("li");
  }
  page.close("ol").close("nav");
}

}  // namespace

std::string page_of(const Report& report) {
  Html page;
  page.raw("<!DOCTYPE html>\n").open("html", {{"lang", "en"}}).open("head");
  page.open("meta", {{"charset", "utf-8"}});
  page.open("meta", {{"http-equiv", "Content-Security-Policy"}, {"content", policy()}});
  page.open("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
  page.open("meta", {{"name", "referrer"}, {"content", "no-referrer"}});
  page.element("title", report.release.relations.front().name + ": report on a release");
  page.raw("<style>").raw(report_assets.style).raw("</style>\n");
  page.close("head").open("body").open("div", {{"class", "page"}});
  page.raw(report.head.str());
  write_contents(page, report);
  page.open("main").raw(report.html.str()).close("main");
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
  return page.str();
}

}  // namespace microdata::client
