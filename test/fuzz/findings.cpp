#include "findings.hpp"

#include <cctype>
#include <fstream>
#include <iostream>

namespace microdata::fuzz {

std::string generic(const std::string& text) {
  std::string result;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') {
      if (!quoted) result += "\"\"";
      quoted = !quoted;
    } else if (quoted) {
      continue;
    } else if (std::isdigit(static_cast<unsigned char>(text[i])) != 0) {
      if (result.empty() || result.back() != '#') result += '#';
    } else {
      result += text[i];
    }
  }
  return result;
}

void Findings::add(const std::string& what, const std::string& detail, const std::string& script,
                   std::uint64_t seed, const std::string& place) {
  seed_ = seed;
  Finding& finding = findings_[generic(what)];
  ++finding.times;
  if (finding.times > 1) return;
  finding.number = findings_.size();
  finding.first = what + (detail.empty() ? "" : "\n    " + detail);
  finding.place = place;
  std::cerr << "finding " << finding.number << ": " << finding.first << "\n";
  std::ofstream(folder_ + "/finding-" + std::to_string(finding.number) + ".sql")
      << "-- " << what << "\n-- seed " << seed << ", " << place << "\n"
      << script;
  write();
}

void Findings::write() const {
  std::ofstream out(folder_ + "/findings.txt");
  for (const auto& [key, finding] : findings_) {
    out << "finding " << finding.number << " (" << finding.times << " times; finding-"
        << finding.number << ".sql, seed " << seed_ << ", " << finding.place << ")\n  "
        << finding.first << "\n";
  }
}

}  // namespace microdata::fuzz
