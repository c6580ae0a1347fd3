#pragma once

#include "postgres/server/api.hpp"

#include <exception>
#include <string>
#include <utility>

namespace microdata::postgres {

// An error of ours on its way to the entry, where it becomes an ereport.
class Error : public std::exception {
 public:
  Error(int sqlstate, std::string message) : sqlstate_(sqlstate), message_(std::move(message)) {}

  Error detail(std::string text) && {
    detail_ = std::move(text);
    return std::move(*this);
  }
  Error hint(std::string text) && {
    hint_ = std::move(text);
    return std::move(*this);
  }

  const char* what() const noexcept override { return message_.c_str(); }
  int sqlstate() const { return sqlstate_; }
  const std::string& detail() const { return detail_; }
  const std::string& hint() const { return hint_; }

 private:
  int sqlstate_;
  std::string message_;
  std::string detail_;
  std::string hint_;
};

// An error that PostgreSQL raised, caught by the guard. Not a std::exception, so that no handler
// for those takes it for one of ours.
struct PostgresError {
  ErrorData* data;
};

}  // namespace microdata::postgres
