#include "postgres/server/call_record.hpp"

#include <cmath>
#include <cstddef>
#include <exception>
#include <utility>
#include <vector>

#include "postgres/server/json.hpp"

namespace microdata::postgres {

namespace {

// Of a table with very many columns each may be warned of.
constexpr std::size_t most_messages = 200;

struct PhaseTime {
  const char* phase;
  std::chrono::steady_clock::duration duration;
};

bool recording = false;
std::vector<Json> messages;
std::vector<PhaseTime> phase_times;

const char* level_name(int level) {
  return level >= WARNING ? "WARNING" : level == INFO ? "INFO" : "NOTICE";
}

}  // namespace

void begin_call_record() {
  messages.clear();
  phase_times.clear();
  recording = true;
}

void record_message(int level, const std::string& message, const std::string& detail,
                    const std::string& hint) {
  if (!recording || level < INFO || messages.size() >= most_messages) return;
  Json object = Json::object().add("level", level_name(level)).add("message", message);
  if (!detail.empty()) object.add("detail", detail);
  if (!hint.empty()) object.add("hint", hint);
  messages.push_back(std::move(object));
}

void record_phase(const char* phase, std::chrono::steady_clock::duration duration) noexcept {
  if (!recording) return;
  try {
    for (PhaseTime& known : phase_times) {
      if (std::string_view(known.phase) != phase) continue;
      known.duration += duration;
      return;
    }
    phase_times.push_back({phase, duration});
  } catch (const std::exception&) {
    // Short of memory: the call ends with an error of its own.
  }
}

CallRecord end_call_record() {
  recording = false;
  Json phases = Json::object();
  for (const PhaseTime& time : phase_times) {
    const double ms = std::chrono::duration<double, std::milli>(time.duration).count();
    phases.add(time.phase, std::round(ms * 1000) / 1000);
  }
  CallRecord record{Json(messages).str(), phases.str()};
  messages.clear();
  phase_times.clear();
  return record;
}

}  // namespace microdata::postgres
