#pragma once

#include "postgres/server/api.hpp"

#include <chrono>
#include <string>

namespace microdata::postgres {

// What the calls of a run of a series say, and what they take. A session has one run at a time; its
// record is kept in memory, as an error undoes whatever was written by then.
void begin_call_record();

// Nothing while no record is kept.
void record_message(int level, const std::string& message, const std::string& detail,
                    const std::string& hint);
void record_phase(const char* phase, std::chrono::steady_clock::duration duration) noexcept;

struct CallRecord {
  // JSON: an array of messages, an object of phases.
  std::string notices;
  std::string phases;
};

// Ends the record.
CallRecord end_call_record();

}  // namespace microdata::postgres
