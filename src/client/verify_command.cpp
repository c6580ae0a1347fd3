#include "client/verify_command.hpp"

namespace microdata::client {

ExitCode VerifyCommand::judged(const Rows& rows) const {
  const int holds = rows.column("holds");
  for (int row = 0; row < rows.size(); ++row)
    if (rows.at(row, holds) == "f") return ExitCode::not_held;
  return ExitCode::ok;
}

}  // namespace microdata::client
