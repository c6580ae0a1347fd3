// All subcommands, one line for each.
#include <utility>

#include "client/command.hpp"
#include "client/export_command.hpp"
#include "client/function_command.hpp"
#include "client/report_command.hpp"
#include "client/run_command.hpp"
#include "client/verify_command.hpp"

namespace microdata::client {

namespace {

template <typename Kind = FunctionCommand>
void add_function(Commands& commands, std::string name, std::string summary, std::string function,
                  std::string subject) {
  commands.push_back(std::make_unique<Kind>(FunctionCommandText{
      std::move(name), std::move(summary), std::move(function), std::move(subject)}));
}

}  // namespace

Commands all_commands() {
  Commands commands;
  commands.push_back(std::make_unique<RunCommand>());
  add_function(commands, "slice", "publish a table sliced", "slice_table", "TABLE");
  add_function(commands, "bucketize", "publish a table in buckets", "bucketize_table", "TABLE");
  add_function(commands, "generalize", "publish a table generalized", "generalize_table", "TABLE");
  add_function(commands, "decompose", "publish a table as parts in Guardian Normal Form",
               "gnf_decompose", "TABLE");
  add_function(commands, "fragment", "publish a table as fragments", "fragment_table", "TABLE");
  add_function<VerifyCommand>(commands, "verify", "check what a release promises", "verify_release",
                              "RELEASE");
  add_function(commands, "audit", "attack a release as adversaries would", "audit", "RELEASE");
  add_function(commands, "explore", "try settings without publishing", "explore", "TABLE");
  commands.push_back(std::make_unique<ExportCommand>());
  commands.push_back(report_command());
  return commands;
}

}  // namespace microdata::client
