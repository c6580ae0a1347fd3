#pragma once

#include "postgres/server/api.hpp"

namespace microdata::postgres {

// What PostgreSQL allocates for the caller within the scope is freed when it is left. Nothing that
// lasts longer is to be opened within: cursors, sinks of rows.
class MemoryScope {
 public:
  MemoryScope();
  MemoryScope(const MemoryScope&) = delete;
  MemoryScope& operator=(const MemoryScope&) = delete;
  ~MemoryScope();

 private:
  MemoryContext around_;
  MemoryContext own_;
};

}  // namespace microdata::postgres
