// Texts that the build embeds in the program.
#pragma once

#include <span>
#include <string_view>

namespace microdata::client {

// Meaning of a function's argument, with the heading of its group, from sql/*.sql.
struct ArgumentComment {
  std::string_view function;
  std::string_view argument;
  std::string_view group;
  std::string_view meaning;
};

// Returns the meanings of all arguments of public functions, in their order.
// scripts/argument-comments writes this function.
std::span<const ArgumentComment> argument_comments();

// Assets of a report's page, each with its SHA-256 as in a Content-Security-Policy.
// scripts/report-assets writes the definition.
struct ReportAssets {
  // D3 with its licence; empty if it was missing when the program was built.
  std::string_view d3;
  std::string_view d3_hash;
  std::string_view script;
  std::string_view script_hash;
  std::string_view style;
  std::string_view style_hash;
};

extern const ReportAssets report_assets;

}  // namespace microdata::client
