// verify RELEASE: whether a release keeps what it promises.
#pragma once

#include "client/function_command.hpp"

namespace microdata::client {

class VerifyCommand : public FunctionCommand {
 public:
  using FunctionCommand::FunctionCommand;

 protected:
  // NULL in "holds" is no failure: nothing was promised, or it cannot be known.
  ExitCode judged(const Rows& rows) const override;
};

}  // namespace microdata::client
