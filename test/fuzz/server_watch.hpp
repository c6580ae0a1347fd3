#pragma once

#include <string>

#include "session.hpp"

namespace microdata::fuzz {

// What can be seen of a server from outside of the session that makes calls.
class ServerWatch {
 public:
  ServerWatch(Session& observer, std::string log);

  // Relations, types, the extension's catalog and temporary files: what an error must leave as it
  // was.
  std::string state();
  // Locks that the session still holds; none between transactions.
  std::string locks_of(const Session& session);
  // Files of the database that belong to no relation. Slow: it takes a checkpoint.
  std::string stray_files();
  // What the log has got since that a healthy server does not write.
  std::string trouble_in_log();
  // Memory that the session's process has for itself, in kB; 0 where it cannot be told.
  static long memory_of(const Session& session);

 private:
  Session& observer_;
  std::string log_;
  std::size_t log_read_ = 0;
  std::string state_query_;
};

}  // namespace microdata::fuzz
