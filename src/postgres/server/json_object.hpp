#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <string_view>

#include "postgres/server/text.hpp"

namespace microdata::postgres {

// A JSON object in the making. PostgreSQL reads it back as jsonb.
class JsonObject {
 public:
  // `json` is JSON already.
  void add(std::string_view key, std::string_view json) {
    if (!members_.empty()) members_ += ", ";
    members_ += json_string(key);
    members_ += ": ";
    members_ += json;
  }
  void add_text(std::string_view key, std::string_view text) { add(key, json_string(text)); }

  std::string str() const { return "{" + members_ + "}"; }

 private:
  std::string members_;
};

}  // namespace microdata::postgres
