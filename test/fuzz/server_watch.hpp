#pragma once

#include <string>

#include "session.hpp"

namespace microdata::fuzz {

// A watch of the server from outside the session that makes calls.
class ServerWatch {
 public:
  ServerWatch(Session& observer, std::string log);

  // Returns relations, types, the extension's catalog and temporary files, which an error must not
  // change.
  std::string state();
  // Returns the locks that the session still holds; between transactions there must be none.
  std::string locks_of(const Session& session);
  // Returns files of the database that belong to no relation. The function is slow, because it
  // makes a checkpoint.
  std::string stray_files();
  // Returns new lines of the log that a healthy server does not write.
  std::string trouble_in_log();
  // Returns the private memory of the session's process, in kB; 0 if it is unknown.
  static long memory_of(const Session& session);

 private:
  Session& observer_;
  std::string log_;
  std::size_t log_read_ = 0;
  std::string state_query_;
};

}  // namespace microdata::fuzz
