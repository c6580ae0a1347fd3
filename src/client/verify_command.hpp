// verify RELEASE: checks if a release keeps its guarantees.
#pragma once

#include "client/function_command.hpp"

namespace microdata::client {

class VerifyCommand : public FunctionCommand {
 public:
  using FunctionCommand::FunctionCommand;

 protected:
  // Returns not_held if a requirement does not hold. NULL in "holds" is not a failure: nothing was
  // guaranteed, or the answer cannot be known.
  ExitCode judged(const Rows& rows) const override;
};

}  // namespace microdata::client
