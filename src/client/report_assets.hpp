// Assets of the page, embedded when the program is built; scripts/report-assets writes the
// definition.
#pragma once

#include <string_view>

namespace microdata::client {

// Texts, each with its SHA-256 as in a Content-Security-Policy.
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
