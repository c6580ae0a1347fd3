#include "client/connection.hpp"

namespace microdata::client {

namespace {

std::string field(const PGresult* result, int code) {
  const char* text = PQresultErrorField(result, code);
  return text != nullptr ? text : "";
}

std::string without_line_end(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' '))
    text.pop_back();
  return text;
}

}  // namespace

std::string_view Rows::at(int row, int column) const {
  return {PQgetvalue(result_.get(), row, column),
          static_cast<std::size_t>(PQgetlength(result_.get(), row, column))};
}

int Rows::column(const std::string& name) const {
  for (int number = 0; number < columns(); ++number)
    if (this->name(number) == name) return number;
  return -1;
}

bool Rows::is_number(int column) const {
  switch (PQftype(result_.get(), column)) {
    case 20:    // bigint
    case 21:    // smallint
    case 23:    // integer
    case 26:    // oid
    case 700:   // real
    case 701:   // double precision
    case 1700:  // numeric
      return true;
    default:
      return false;
  }
}

Message message_of(const PGresult* result) {
  Message message{
      field(result, PG_DIAG_SEVERITY_NONLOCALIZED), field(result, PG_DIAG_SQLSTATE),
      field(result, PG_DIAG_MESSAGE_PRIMARY),       field(result, PG_DIAG_MESSAGE_DETAIL),
      field(result, PG_DIAG_MESSAGE_HINT),          field(result, PG_DIAG_CONTEXT)};
  if (message.primary.empty()) {
    message.severity = "ERROR";
    message.primary = without_line_end(PQresultErrorMessage(result));
  }
  return message;
}

std::string message_of(const PGconn* connection) {
  return without_line_end(PQerrorMessage(connection));
}

}  // namespace microdata::client
