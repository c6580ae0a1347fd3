#include "client/help_text.hpp"

#include <CLI/Option.hpp>
#include <functional>
#include <sstream>
#include <vector>

namespace microdata::client {

namespace {

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

}  // namespace

std::string help_text(const CLI::App& program, const CLI::App& chosen) {
  std::string text = chosen.get_description() + "\n" + usage(program, chosen);
  text += section("Positionals", positionals_of(chosen)) + option_sections(chosen);
  return text + (&program == &chosen ? subcommands(program) : option_sections(program));
}

}  // namespace microdata::client
