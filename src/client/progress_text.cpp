#include "client/progress_text.hpp"

#include <algorithm>
#include <cmath>

namespace microdata::client {

namespace {

// Least time and progress from which the pace is meaningful.
constexpr double least_seconds = 1.0;
constexpr double least_progress = 0.02;
// Weight of a new estimate. Phases differ in pace, so that the shown estimate moves to the new one
// by this part.
constexpr double weight_of_new = 0.3;

constexpr int longest_bar = 30;
constexpr int shortest_bar = 10;

std::string percent(double fraction) {
  return std::to_string(static_cast<int>(std::floor(fraction * 100))) + "%";
}

std::string phase_number(const ServerProgress& progress) {
  const int number = std::min(progress.phases_done + 1, progress.phases_total);
  return "(" + std::to_string(number) + " of " + std::to_string(progress.phases_total) + ")";
}

// Returns the command, its relation and its phase, as far as they are known.
std::string work_of(const ServerProgress& progress) {
  std::string work = progress.command;
  if (!progress.relation.empty()) work += " " + progress.relation;
  if (!progress.phase.empty()) work += ": " + progress.phase;
  if (progress.phases_total > 0) work += " " + phase_number(progress);
  return work;
}

std::string bar_of(double fraction, int length) {
  const int full = static_cast<int>(std::lround(fraction * length));
  return "[" + std::string(static_cast<std::size_t>(full), '#') +
         std::string(static_cast<std::size_t>(length - full), '.') + "]";
}

// True if the byte begins a character in UTF-8.
bool begins_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}

// Returns the number of characters; each is taken for one column of the terminal.
int characters(const std::string& text) {
  return static_cast<int>(std::count_if(text.begin(), text.end(), begins_character));
}

std::string cut(const std::string& text, int at_most) {
  int seen = 0;
  for (std::size_t at = 0; at < text.size(); ++at)
    if (begins_character(text[at]) && seen++ == at_most) return text.substr(0, at);
  return text;
}

// Returns an unknown pace if all counted work is done and the command goes on, for example while it
// waits for readers.
Pace still_at_work(const Pace& pace) {
  if (pace.fraction && *pace.fraction >= 1) return {};
  return pace;
}

}  // namespace

std::optional<double> TimeLeft::observe(double seconds, double fraction) {
  if (fraction < last_fraction_ || last_fraction_ < 0) {
    // A lower fraction means that other work has begun.
    began_at_ = seconds;
    began_with_ = fraction;
    estimate_.reset();
  }
  last_fraction_ = fraction;
  const double passed = seconds - began_at_;
  const double done = fraction - began_with_;
  if (passed < least_seconds || done < least_progress) return std::nullopt;
  double left = passed * (1 - fraction) / done;
  if (estimate_) {
    const double expected = std::max(0.0, estimate_->left - (seconds - estimate_->at));
    left = expected + weight_of_new * (left - expected);
  }
  estimate_ = Estimate{seconds, left};
  return left;
}

std::string time_text(double seconds) {
  const auto whole = static_cast<long>(std::ceil(std::max(0.0, seconds)));
  if (whole < 60) return std::to_string(whole) + " s";
  const long minutes = whole / 60;
  if (minutes < 60) return std::to_string(minutes) + " min " + std::to_string(whole % 60) + " s";
  return std::to_string(minutes / 60) + " h " + std::to_string(minutes % 60) + " min";
}

std::optional<double> done_fraction(const ServerProgress& progress) {
  const double of_phase =
      progress.total > 0 ? std::clamp(progress.done / progress.total, 0.0, 1.0) : 0;
  if (progress.phases_total > 0)
    return std::clamp((progress.phases_done + of_phase) / progress.phases_total, 0.0, 1.0);
  if (progress.total > 0) return of_phase;
  return std::nullopt;
}

std::optional<double> ShownFraction::observe(const ServerProgress& progress) {
  const auto fraction = done_fraction(progress);
  if (!fraction) return std::nullopt;
  if (progress.command != command_ || progress.relation != relation_) {
    command_ = progress.command;
    relation_ = progress.relation;
    largest_ = 0;
  }
  largest_ = std::max(largest_, *fraction);
  return largest_;
}

std::string progress_bar(const ServerProgress& progress, const Pace& given, int width) {
  const Pace pace = still_at_work(given);
  // The last column stays free, because some terminals begin a new line after it.
  const int room = width - 1;
  if (!pace.fraction) return cut(work_of(progress), room);
  std::string text = " " + percent(*pace.fraction);
  if (pace.seconds_left) text += "  " + time_text(*pace.seconds_left) + " left";
  text += "  " + work_of(progress);
  const int bar = std::clamp(room - characters(text) - 2, shortest_bar, longest_bar);
  return cut(bar_of(*pace.fraction, bar) + text, room);
}

std::string progress_line(const ServerProgress& progress, const Pace& given) {
  const Pace pace = still_at_work(given);
  std::string text = work_of(progress);
  if (pace.fraction) text += ", " + percent(*pace.fraction);
  if (pace.seconds_left) text += ", about " + time_text(*pace.seconds_left) + " left";
  return text;
}

}  // namespace microdata::client
