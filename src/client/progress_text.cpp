#include "client/progress_text.hpp"

#include <algorithm>
#include <cmath>

#include "client/time_left.hpp"

namespace microdata::client {

namespace {

constexpr int longest_bar = 30;
constexpr int shortest_bar = 10;

std::string what_of(const ServerProgress& progress) {
  if (progress.relation.empty()) return progress.command;
  return progress.command + " " + progress.relation;
}

std::string percent(double fraction) {
  return std::to_string(static_cast<int>(std::floor(fraction * 100))) + "%";
}

std::string phase_of(const ServerProgress& progress) {
  if (progress.phases_total <= 0) return progress.phase;
  const int number = std::min(progress.phases_done + 1, progress.phases_total);
  return progress.phase + " (" + std::to_string(number) + " of " +
         std::to_string(progress.phases_total) + ")";
}

std::string bar_of(double fraction, int length) {
  const int full = static_cast<int>(std::lround(fraction * length));
  return "[" + std::string(static_cast<std::size_t>(full), '#') +
         std::string(static_cast<std::size_t>(length - full), '.') + "]";
}

// The first characters of a text in UTF-8; those of any width are taken for one column.
std::string cut(const std::string& text, int characters) {
  int seen = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool begins = (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
    if (begins && seen++ == characters) return text.substr(0, at);
  }
  return text;
}

}  // namespace

std::optional<double> done_fraction(const ServerProgress& progress) {
  const double of_phase =
      progress.total > 0 ? std::clamp(progress.done / progress.total, 0.0, 1.0) : 0;
  if (progress.phases_total > 0)
    return std::clamp((progress.phases_done + of_phase) / progress.phases_total, 0.0, 1.0);
  if (progress.total > 0) return of_phase;
  return std::nullopt;
}

std::string progress_bar(const ServerProgress& progress, std::optional<double> seconds_left,
                         int width) {
  const auto fraction = done_fraction(progress);
  std::string text = what_of(progress) + ": " + phase_of(progress);
  if (fraction) text += "  " + percent(*fraction);
  if (seconds_left) text += "  " + time_text(*seconds_left) + " left";
  // The last column stays free: some terminals begin a new line after it.
  const int room = width - 1;
  const int bar = std::min(longest_bar, room / 3);
  if (!fraction || bar < shortest_bar) return cut(text, room);
  return bar_of(*fraction, bar) + " " + cut(text, room - bar - 3);
}

std::string progress_line(const ServerProgress& progress, std::optional<double> seconds_left) {
  std::string text = what_of(progress) + ": " + phase_of(progress);
  if (const auto fraction = done_fraction(progress)) text += ", " + percent(*fraction);
  if (seconds_left) text += ", about " + time_text(*seconds_left) + " left";
  return text;
}

}  // namespace microdata::client
