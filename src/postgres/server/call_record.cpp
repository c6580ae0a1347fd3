#include "postgres/server/call_record.hpp"

#include <cstddef>
#include <exception>
#include <utility>
#include <vector>

#include "postgres/server/json_object.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// Of a table with very many columns each may be warned of.
constexpr std::size_t most_messages = 200;

struct PhaseTime {
  const char* phase;
  std::chrono::steady_clock::duration duration;
};

bool recording = false;
std::vector<std::string> messages;
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
  JsonObject object;
  object.add_text("level", level_name(level));
  object.add_text("message", message);
  if (!detail.empty()) object.add_text("detail", detail);
  if (!hint.empty()) object.add_text("hint", hint);
  messages.push_back(object.str());
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
  JsonObject phases;
  for (const PhaseTime& time : phase_times) {
    const double ms = std::chrono::duration<double, std::milli>(time.duration).count();
    phases.add(time.phase, rounded(ms, 3));
  }
  CallRecord record{"[" + join(messages) + "]", phases.str()};
  messages.clear();
  phase_times.clear();
  return record;
}

}  // namespace microdata::postgres
