// microdata: releases of the extension pg_microdata from the command line (docs/client.md).
#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <functional>
#include <sstream>
#include <unistd.h>

#include "client/command.hpp"
#include "client/connection.hpp"
#include "client/output.hpp"
#include "client/visible_text.hpp"

namespace microdata::client {

namespace {

// Text of --help. CLI11 has help texts as well, but they differ between its versions, and the
// manual page is made from this text (scripts/manual-page).

// Columns at which descriptions begin and lines end.
constexpr std::size_t column = 30;
constexpr std::size_t width = 100;

// Returns a description in lines of at most `width` characters, further lines behind a margin.
std::string wrapped(const std::string& description, const std::string& margin) {
  std::string text;
  std::istringstream lines(description);
  for (std::string line; std::getline(lines, line);) {
    if (!text.empty()) text += "\n" + margin;
    std::size_t at = column;
    std::istringstream words(line);
    for (std::string word; words >> word; at += word.size()) {
      if (at > column && at + 1 + word.size() > width) {
        text += "\n" + margin;
        at = column;
      }
      if (at > column) {
        text += ' ';
        ++at;
      }
      text += word;
    }
  }
  return text;
}

// Returns an entry: a name and its description, whose further lines are below its first one.
std::string entry(const std::string& name, const std::string& description) {
  std::string text = "  " + name;
  const std::string margin(column, ' ');
  if (!description.empty()) {
    text += text.size() < column ? margin.substr(text.size()) : "\n" + margin;
    text += wrapped(description, margin);
  }
  return text + "\n";
}

bool may_be_repeated(const CLI::Option& option) {
  return option.get_expected_max() >= CLI::detail::expected_max_vector_size;
}

// Returns an option as it is written, such as "-h, --host TEXT".
std::string how_to_write(const CLI::Option& option) {
  std::string text;
  for (const char c : option.get_name(option.get_positional(), !option.get_positional())) {
    text += c;
    if (c == ',') text += ' ';
  }
  if (option.get_type_size() == 0) return text;
  if (!option.get_type_name().empty()) text += " " + option.get_type_name();
  if (!option.get_default_str().empty()) text += "=" + option.get_default_str();
  if (may_be_repeated(option)) text += " ...";
  return option.get_required() ? text + " REQUIRED" : text;
}

using Options = std::vector<const CLI::Option*>;

Options options_of(const CLI::App& app, const std::function<bool(const CLI::Option&)>& of) {
  return app.get_options(
      [&](const CLI::Option* option) { return !option->get_group().empty() && of(*option); });
}

Options positionals_of(const CLI::App& app) {
  return options_of(app, [](const CLI::Option& option) { return option.get_positional(); });
}

std::string section(const std::string& title, const Options& options) {
  if (options.empty()) return "";
  std::string text = "\n" + title + ":\n";
  for (const CLI::Option* option : options)
    text += entry(how_to_write(*option), option->get_description());
  return text;
}

// Returns the title of a group. The default group has another name in each version of CLI11.
std::string title_of(const std::string& group) {
  return group == CLI::App().option_defaults()->get_group() ? "Options" : group;
}

std::string option_sections(const CLI::App& app) {
  std::string text;
  for (const std::string& group : app.get_groups()) {
    text += section(title_of(group), options_of(app, [&](const CLI::Option& option) {
                      return option.get_group() == group && option.nonpositional();
                    }));
  }
  return text;
}

std::string usage(const CLI::App& program, const CLI::App& chosen) {
  std::string text = "Usage: " + program.get_name();
  const bool is_program = &program == &chosen;
  if (!is_program) text += " " + chosen.get_name();
  text += " [OPTIONS]";
  for (const CLI::Option* positional : positionals_of(chosen)) {
    const std::string name =
        positional->get_name(true, false) + (may_be_repeated(*positional) ? "..." : "");
    text += positional->get_required() ? " " + name : " [" + name + "]";
  }
  return text + (is_program ? " SUBCOMMAND\n" : "\n");
}

std::string subcommands(const CLI::App& program) {
  std::string text = "\nSubcommands:\n";
  for (const CLI::App* subcommand : program.get_subcommands([](const CLI::App*) { return true; }))
    text += entry(subcommand->get_name(), subcommand->get_description());
  return text;
}

// Returns the help of the program, or of a subcommand, which also has the options of the program.
// Descriptions are wrapped at a fixed width.
std::string help_text(const CLI::App& program, const CLI::App& chosen) {
  std::string text = chosen.get_description() + "\n" + usage(program, chosen);
  text += section("Positionals", positionals_of(chosen)) + option_sections(chosen);
  return text + (&program == &chosen ? subcommands(program) : option_sections(program));
}

struct GlobalOptions {
  ConnectionOptions connection;
  OutputOptions output;
  bool help = false;
  bool version = false;
};

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

// One run of the program: reads the arguments, runs the subcommand and reports the outcome.
class Program {
 public:
  Program(int count, char** arguments) : count_(count), arguments_(arguments) {}

  // Runs the program and reports any error before returning.
  ExitCode run() noexcept {
    try {
      return ended();
    } catch (const BrokenPipe&) {
      return ExitCode::broken_pipe;
    } catch (...) {
      // The error cannot be written either.
      return ExitCode::output;
    }
  }

 private:
  ExitCode ended() {
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

  ExitCode failed(const Failure& failure) {
    if (!output_) {
      // Unreadable options can still include --json.
      options_.output.json =
          std::any_of(arguments_ + 1, arguments_ + count_,
                      [](std::string_view argument) { return argument == "--json"; });
      output_ = std::make_unique<Output>(options_.output);
    }
    ExitCode code = failure.code;
    if (const Command* command = chosen_command())
      code = command->failed(failure, *output_);
    else
      output_->error(failure.message);
    output_->finish(command_, code);
    return code;
  }

  // Returns the subcommand that the words name, or null.
  Command* chosen_command() const {
    for (const auto& command : commands_)
      if (command->name == command_) return command.get();
    return nullptr;
  }

  // Reads the global options. Options of subcommands are read later, because the server might
  // define them.
  void read_global_options() {
    CLI::App app;
    app.allow_extras();
    declare_global_options(app, options_);
    try {
      app.parse(count_, arguments_);
    } catch (const CLI::ParseError&) {
      command_ = first_word(app.remaining());
      throw;
    }
    words_ = app.remaining();
    command_ = first_word(words_);
    output_ = std::make_unique<Output>(options_.output);
  }

  Session& session() {
    if (!session_) session_ = std::make_unique<Session>(connect(options_.connection), *output_);
    return *session_;
  }

  ExitCode dispatched() {
    read_global_options();
    if (options_.version) {
      write_all(STDOUT_FILENO, "microdata " MICRODATA_VERSION "\n");
      return ExitCode::ok;
    }
    CLI::App app(about, "microdata");
    app.fallthrough();
    declare_global_options(app, options_);
    Command* const chosen = chosen_command();
    CLI::App* chosen_app = &app;
    for (const auto& command : commands_) {
      CLI::App* subcommand = app.add_subcommand(command->name, command->summary);
      if (command.get() != chosen) continue;
      chosen_app = subcommand;
      command->declare(*subcommand, [this]() -> Session& { return session(); });
    }
    if (options_.help && (chosen != nullptr || command_.empty())) {
      // Arguments and their defaults come from the server.
      write_all(STDOUT_FILENO, visible_lines(help_text(app, *chosen_app)));
      return ExitCode::ok;
    }
    if (chosen == nullptr)
      throw usage_failure(command_.empty() ? "a subcommand is missing"
                                           : "there is no subcommand \"" + command_ + "\"",
                          "");
    check_options(app, *chosen_app, words_);
    app.parse(count_, arguments_);
    const ExitCode code = chosen->run(session(), *output_);
    output_->finish(command_, code);
    return code;
  }

  int count_;
  char** arguments_;
  const Commands commands_ = all_commands();
  GlobalOptions options_;
  // Words that are not global options.
  std::vector<std::string> words_;
  std::string command_;
  std::unique_ptr<Output> output_;
  std::unique_ptr<Session> session_;
};

}  // namespace

}  // namespace microdata::client

int main(int count, char** arguments) {
  // Writing then fails with an error if the reader is gone.
  std::signal(SIGPIPE, SIG_IGN);
  microdata::client::open_standard_streams();
  return static_cast<int>(microdata::client::Program(count, arguments).run());
}
