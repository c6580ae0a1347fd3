#include "client/program.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <unistd.h>

#include "client/help_text.hpp"
#include "client/visible_text.hpp"

namespace microdata::client {

namespace {

constexpr const char* about =
    "Publishes tables about persons with PostgreSQL's extension pg_microdata.";

// Declares the options of all subcommands, which can precede or follow their names.
void declare_global_options(CLI::App& app, GlobalOptions& options) {
  // The option -h is the host, as in psql.
  app.set_help_flag();
  declare_connection_options(app, options.connection);
  const char* group = "Output";
  app.add_flag("--json", options.output.json, "write one JSON document to standard output")
      ->group(group);
  app.add_flag("-q,--quiet", options.output.quiet, "show no progress and no notices")->group(group);
  app.add_flag("-?,--help", options.help, "show this help")->group(group);
  app.add_flag("-V,--version", options.version, "show the version")->group(group);
}

Failure usage_failure(const std::string& reason, const std::string& command) {
  const std::string of_command = command.empty() ? "" : command + " ";
  return {ExitCode::usage, reason, "Try \"microdata " + of_command + "--help\"."};
}

Failure unknown_command(const std::string& command) {
  if (command.empty()) return usage_failure("a subcommand is missing", "");
  return usage_failure("there is no subcommand \"" + command + "\"", "");
}

// Returns the option that a word names; empty if the word is a value, such as a negative number.
std::string option_of(const std::string& word) {
  if (word.starts_with("--")) return word.substr(0, word.find('='));
  if (word.size() < 2 || word[0] != '-' || word[1] == '.' || (word[1] >= '0' && word[1] <= '9'))
    return "";
  return word.substr(0, 2);
}

// Fails if an option is unknown. CLI11 would take its value for an argument, and report that.
void check_options(CLI::App& app, CLI::App& subcommand, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    const std::string option = option_of(word);
    if (option.empty()) continue;
    if (option == "--") return;
    if (app.get_option_no_throw(option) == nullptr &&
        subcommand.get_option_no_throw(option) == nullptr)
      throw usage_failure("there is no option " + option, subcommand.get_name());
  }
}

// Returns the first word that is not an option. Options of subcommands follow the subcommand.
std::string first_word(const std::vector<std::string>& words) {
  for (const std::string& word : words)
    if (!word.starts_with("-")) return word;
  return "";
}

}  // namespace

ExitCode Program::run() noexcept {
  try {
    return ended();
  } catch (const BrokenPipe&) {
    return ExitCode::broken_pipe;
  } catch (...) {
    // The error cannot be written either.
    return ExitCode::output;
  }
}

ExitCode Program::ended() {
  try {
    return dispatched();
  } catch (const CLI::ParseError& error) {
    return failed(usage_failure(error.what(), command_));
  } catch (const Failure& failure) {
    return failed(failure);
  } catch (const BrokenPipe&) {
    throw;
  } catch (const std::exception& error) {
    return failed({ExitCode::output, error.what()});
  }
}

ExitCode Program::failed(const Failure& failure) {
  if (!output_) {
    // Unreadable options can still include --json.
    options_.output.json =
        std::any_of(arguments_ + 1, arguments_ + count_,
                    [](std::string_view argument) { return argument == "--json"; });
    output_ = std::make_unique<Output>(options_.output);
  }
  output_->finish(command_, failure.code, &failure.message);
  return failure.code;
}

// Reads the global options. Options of subcommands are read later, because the server might define
// them.
void Program::read_global_options() {
  CLI::App app;
  app.allow_extras();
  declare_global_options(app, options_);
  app.parse(count_, arguments_);
  words_ = app.remaining();
  command_ = first_word(words_);
  output_ = std::make_unique<Output>(options_.output);
}

Session& Program::session() {
  if (!session_) session_ = std::make_unique<Session>(connect(options_.connection), *output_);
  return *session_;
}

ExitCode Program::dispatched() {
  read_global_options();
  if (options_.version) {
    write_all(STDOUT_FILENO, "microdata " MICRODATA_VERSION "\n");
    return ExitCode::ok;
  }
  CLI::App app(about, "microdata");
  app.fallthrough();
  declare_global_options(app, options_);
  const Commands commands = all_commands();
  Command* chosen = nullptr;
  CLI::App* chosen_app = &app;
  for (const auto& command : commands) {
    CLI::App* subcommand = app.add_subcommand(command->name(), command->summary());
    if (command->name() != command_) continue;
    chosen = command.get();
    chosen_app = subcommand;
    command->declare(*subcommand, [this]() -> Session& { return session(); });
  }
  if (options_.help && (chosen != nullptr || command_.empty())) {
    // Arguments and their defaults come from the server.
    write_all(STDOUT_FILENO, visible_lines(help_text(app, *chosen_app)));
    return ExitCode::ok;
  }
  if (chosen == nullptr) throw unknown_command(command_);
  check_options(app, *chosen_app, words_);
  app.parse(count_, arguments_);
  const ExitCode code = chosen->run(session(), *output_);
  output_->finish(command_, code, nullptr);
  return code;
}

}  // namespace microdata::client
