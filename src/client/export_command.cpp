#include "client/export_command.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <optional>

#include "client/export_formats.hpp"
#include "client/one_moment.hpp"
#include "client/output_file.hpp"
#include "client/signature.hpp"

namespace microdata::client {

namespace {

constexpr std::string_view not_a_release = "42809";

ExportedRelation begin_export(Session& session, const std::string& given) {
  // The call fails, with instructions, if the function does not exist.
  (void)function_signature(session, "readable_name");
  const std::string oid = relation_oid(session, given);
  begin_one_moment(session, true);
  return {oid, readable_name(session, oid)};
}

std::string description_of(Session& session, const std::string& function,
                           const ExportedRelation& relation) {
  const Rows rows =
      session.query("SELECT jsonb_pretty(" + function + "($1::oid::regclass))", {relation.oid});
  return std::string(rows.at(0, 0));
}

// Returns the description, or "null" if the relation is not a release.
std::string description_if_any(Session& session, const std::string& function,
                               const ExportedRelation& relation) {
  session.query("SAVEPOINT description");
  try {
    return description_of(session, function, relation);
  } catch (const Failure& failure) {
    if (failure.message.sqlstate != not_a_release) throw;
    session.query("ROLLBACK TO SAVEPOINT description");
    return "null";
  }
}

}  // namespace

void ExportCommand::declare(CLI::App& app, const Connect&) {
  app.add_option("RELEASE", relation_, "release, view of a series, or any other relation")
      ->type_name("")
      ->required();
  app.add_option("--format", format_, "csv, arff (Weka) or json")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"csv", "arff", "json"}))
      ->capture_default_str();
  app.add_option("-o,--output", file_, "file to write; without it, standard output")
      ->type_name("FILE");
  app.add_option("--description", description_file_,
                 "file for what release_description() says; json has it in any case")
      ->type_name("FILE");
}

ExitCode ExportCommand::run(Session& session, Output& output) {
  if (output.json() && file_.empty())
    throw Failure(ExitCode::usage, "with --json, an export needs a file",
                  "Name one with -o. --format json writes the rows as JSON.");
  const bool is_json = format_ == "json";
  std::string function;
  if (is_json || !description_file_.empty())
    function = function_signature(session, "release_description").call;
  const ExportedRelation relation = begin_export(session, relation_);
  if (!file_.empty() && !description_file_.empty() && are_one_file(file_, description_file_))
    throw Failure(ExitCode::usage, "rows and description cannot both be in \"" + file_ + "\"");
  OutputFile file(file_);
  std::optional<OutputFile> described;
  if (!description_file_.empty()) described.emplace(description_file_);
  const TextSink sink = [&](std::string_view text) { file.write(text); };
  if (is_json)
    export_json(session, relation, description_if_any(session, function, relation), sink);
  else if (format_ == "arff")
    export_arff(session, relation, sink);
  else
    export_csv(session, relation, sink);
  if (described) described->write(description_of(session, function, relation) + "\n");
  session.query("COMMIT");
  // Both files are written before either takes its name.
  file.complete();
  if (described) described->complete();
  file.finish();
  if (described) described->finish();
  output.result() = {{"relation", relation.name}, {"format", format_}, {"file", file_}};
  return ExitCode::ok;
}

}  // namespace microdata::client
