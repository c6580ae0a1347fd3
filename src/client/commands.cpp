// Subcommands that call a function, and the list of all subcommands.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "client/arguments.hpp"
#include "client/command.hpp"
#include "client/embedded.hpp"
#include "client/signature.hpp"

namespace microdata::client {

namespace {

// Writes a table, or with --json the member "rows" of the result. Returns the rows, with a further
// column if --json is given: the server converts them, because it knows its types.
Rows write_rows(Session& session, Output& output, const std::string& sql,
                const Parameters& parameters) {
  if (!output.json()) {
    Rows rows = session.query(sql, parameters);
    output.table(rows);
    return rows;
  }
  Rows rows = session.query(
      "SELECT r.*, pg_catalog.row_to_json(r.*)::pg_catalog.text FROM (" + sql + ") r", parameters);
  auto& array = output.result()["rows"] = nlohmann::ordered_json::array();
  for (int row = 0; row < rows.size(); ++row)
    array.push_back(nlohmann::ordered_json::parse(rows.at(row, rows.columns() - 1)));
  return rows;
}

// Returns the comment on an argument; nothing if the server's extension has the argument and this
// program does not.
const ArgumentComment* comment_on(const std::string& function, const Argument& argument) {
  const std::span<const ArgumentComment> all = argument_comments();
  const auto found = std::find_if(all.begin(), all.end(), [&](const ArgumentComment& comment) {
    return comment.function == function && comment.argument == argument.name;
  });
  return found == all.end() ? nullptr : &*found;
}

std::string description(const Argument& argument, const ArgumentComment* comment) {
  std::string text(comment == nullptr ? "" : comment->meaning);
  if (argument.required || argument.fallback.starts_with("NULL::")) return text;
  if (!text.empty()) text += ' ';
  return text + "Default: " + argument.fallback.substr(0, argument.fallback.find("::")) + '.';
}

void declare_argument(CLI::App& app, const std::string& function, const Argument& argument,
                      std::vector<std::string>& values) {
  const std::string option = option_name(argument.name);
  const ArgumentComment* comment = comment_on(function, argument);
  const std::string meaning = description(argument, comment);
  const bool is_flag = argument.kind == ArgumentKind::flag;
  CLI::Option* added =
      is_flag ? app.add_flag(option, values, meaning) : app.add_option(option, values, meaning);
  if (comment != nullptr && !comment->group.empty()) added->group(std::string(comment->group));
  if (is_flag) return;
  added
      ->type_name(argument.kind == ArgumentKind::list     ? "LIST"
                  : argument.kind == ArgumentKind::models ? "MODELS"
                                                          : argument.type)
      ->required(argument.required);
  // Each occurrence takes one value. Options with lists can occur several times.
  if (argument.kind == ArgumentKind::scalar) added->expected(1);
  added->allow_extra_args(false);
}

// Returns the exit status for the result of a function.
using Judge = ExitCode (*)(const Rows&);

ExitCode any_result(const Rows&) {
  return ExitCode::ok;
}

// Returns not_held if a requirement does not hold. NULL in "holds" is not a failure: nothing was
// guaranteed, or the answer cannot be known.
ExitCode requirements_hold(const Rows& rows) {
  const int holds = rows.column("holds");
  for (int row = 0; row < rows.size(); ++row)
    if (rows.at(row, holds) == "f") return ExitCode::not_held;
  return ExitCode::ok;
}

// Returns not_held if an edition stays a draft.
ExitCode edition_is_visible(const Rows& rows) {
  return rows.at(0, 0) == "draft" ? ExitCode::not_held : ExitCode::ok;
}

// Subcommand that calls one function of the extension. The function's first argument is positional,
// the others are options.
class FunctionCommand : public Command {
 public:
  // `subject` is the name of the first argument in --help. `value` is the member of the document
  // that gets a result of one value; empty if there is none.
  FunctionCommand(std::string name, std::string summary, std::string function, std::string subject,
                  std::string value, Judge judge)
      : Command(std::move(name), std::move(summary)),
        function_(std::move(function)),
        subject_(std::move(subject)),
        value_(std::move(value)),
        judge_(judge) {}

  void declare(CLI::App& app, const Connect& connect) override {
    signature_ = function_signature(connect(), function_);
    values_.resize(signature_.arguments.size());
    app.add_option(subject_, values_.front())->type_name("")->expected(1)->required();
    for (std::size_t at = 1; at < values_.size(); ++at)
      declare_argument(app, function_, signature_.arguments[at], values_[at]);
  }

  ExitCode run(Session& session, Output& output) override {
    const Call made = call(session);
    if (signature_.returns_rows)
      return judge_(write_rows(session, output, "SELECT * FROM " + made.sql(), made.parameters()));
    const Rows rows = session.query("SELECT " + made.sql(), made.parameters());
    if (value_.empty()) return judge_(rows);
    output.line(rows.at(0, 0));
    if (output.json()) output.result()[value_] = rows.at(0, 0);
    return judge_(rows);
  }

 private:
  Call call(Session& session) const {
    Call call(signature_);
    call.add_text(signature_.arguments.front(), values_.front().front());
    for (std::size_t at = 1; at < values_.size(); ++at)
      if (!values_[at].empty())
        call.add(session, signature_.arguments[at], values_[at]);
      else if (!signature_.arguments[at].required)
        call.add_default(signature_.arguments[at]);
    return call;
  }

  std::string function_;
  std::string subject_;
  std::string value_;
  Judge judge_;
  Signature signature_;
  // Values given for each argument.
  std::vector<std::vector<std::string>> values_;
};

// releases: lists the releases that the role can see.
class ReleasesCommand : public Command {
 public:
  ReleasesCommand() : Command("releases", "list the releases that you can see") {}

  void declare(CLI::App&, const Connect&) override {}

  ExitCode run(Session& session, Output& output) override {
    require_extension(session);
    write_rows(session, output, R"(
      SELECT release_id, relations, method, source, published_rows, suppressed_rows, created_at, created_by
      FROM microdata.releases ORDER BY release_id)",
               {});
    return ExitCode::ok;
  }
};

// SQLSTATEs of an edition that fails a gate, and of a view that could not be replaced between its
// readers.
constexpr std::string_view not_in_prerequisite_state = "55000";
constexpr std::string_view lock_not_available = "55P03";

// Run of this session that is on record; none if another session publishes the series.
constexpr const char* run_on_record = R"(
  SELECT r.run_id, r.series, r.edition, r.state, e.state AS edition_state, r.started_at, r.duration
  FROM microdata.runs r
  LEFT JOIN microdata.editions e ON e.series OPERATOR(pg_catalog.=) r.series
                                AND e.edition OPERATOR(pg_catalog.=) r.edition
  WHERE r.series OPERATOR(pg_catalog.=) CAST($1 AS pg_catalog.text)
    AND r.pid OPERATOR(pg_catalog.=) pg_catalog.pg_backend_pid()
  ORDER BY r.run_id DESC LIMIT 1)";

// run SERIES: publishes the next edition of a series.
class RunCommand : public Command {
 public:
  RunCommand() : Command("run", "publish the next edition of a series") {}

  void declare(CLI::App& app, const Connect&) override {
    app.add_option("SERIES", series_, "name of the series")->type_name("")->required();
  }

  ExitCode run(Session& session, Output& output) override {
    const Signature signature = function_signature(session, "run_series");
    Call call(signature);
    call.add_text(signature.arguments.front(), series_);
    try {
      session.query("CALL " + call.sql(), call.parameters());
    } catch (const Failure& failure) {
      if (failure.message.sqlstate != not_in_prerequisite_state &&
          failure.message.sqlstate != lock_not_available)
        throw;
      // An edition that was made stays a draft.
      const Rows rows = write_rows(session, output, run_on_record, {series_});
      if (rows.size() != 1 || rows.is_null(0, rows.column("edition"))) throw;
      throw Failure(ExitCode::not_held, failure.message);
    }
    write_rows(session, output, run_on_record, {series_});
    return ExitCode::ok;
  }

 private:
  std::string series_;
};

}  // namespace

Commands all_commands() {
  Commands commands;
  const auto add = [&](const char* name, const char* summary, const char* function,
                       const char* subject, const char* value = "release",
                       Judge judge = any_result) {
    commands.push_back(
        std::make_unique<FunctionCommand>(name, summary, function, subject, value, judge));
  };
  add("advise", "suggest how to publish a table, with a script", "advise", "TABLE");
  add("classify", "suggest a role for each attribute of a table", "classify", "TABLE");
  add("risk", "measure how many people a table would identify", "risk", "TABLE");
  add("slice", "publish a table sliced", "slice_table", "TABLE");
  add("bucketize", "publish a table in buckets", "bucketize_table", "TABLE");
  add("generalize", "publish a table generalized", "generalize_table", "TABLE");
  add("decompose", "publish a table as parts in Guardian Normal Form", "gnf_decompose", "TABLE");
  add("fragment", "publish a table as fragments", "fragment_table", "TABLE");
  add("explore", "try settings without publishing", "explore", "TABLE");
  commands.push_back(std::make_unique<ReleasesCommand>());
  add("verify", "check the guarantees of a release", "verify_release", "RELEASE", "",
      requirements_hold);
  add("audit", "attack a release as an attacker would", "audit", "RELEASE");
  commands.push_back(export_command());
  commands.push_back(report_command());
  add("drop", "drop a release", "drop_release", "RELEASE", "");
  commands.push_back(std::make_unique<RunCommand>());
  add("approve", "show a draft edition of a series, or publish it", "approve_edition", "SERIES",
      "state", edition_is_visible);
  commands.push_back(status_command());
  return commands;
}

}  // namespace microdata::client
