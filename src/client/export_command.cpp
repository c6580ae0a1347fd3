#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <optional>

#include "client/arff.hpp"
#include "client/command.hpp"
#include "client/output_file.hpp"
#include "client/signature.hpp"

namespace microdata::client {

namespace {

using TextSink = std::function<void(std::string_view)>;

// Exports run within one transaction of one snapshot, so that domains, rows and description are
// from one moment. They go row by row: none of them has all rows in memory.
struct ExportedRelation {
  std::string oid;
  // Name with its schema, as SQL writes it.
  std::string name;
};

// Largest number of values of a nominal attribute; attributes with more values are of any text.
constexpr int largest_domain = 10'000;

constexpr const char* relation_attributes = R"(
  SELECT a.attname, quote_ident(a.attname), c.relname,
         CASE WHEN t.oid IN ('int2'::regtype, 'int4'::regtype, 'int8'::regtype, 'float4'::regtype,
                             'float8'::regtype, 'numeric'::regtype) THEN 'number'
              WHEN t.oid = 'date'::regtype THEN 'date'
              WHEN t.oid IN ('timestamp'::regtype, 'timestamptz'::regtype) THEN 'timestamp'
              ELSE 'nominal' END,
         t.typtype IN ('r', 'e') OR EXISTS (
           SELECT FROM pg_opclass o JOIN pg_am m ON m.oid = o.opcmethod
           WHERE m.amname = 'btree' AND o.opcdefault
             AND o.opcintype = CASE t.oid WHEN 'varchar'::regtype THEN 'text'::regtype ELSE t.oid END),
         CASE WHEN t.oid IN ('bool'::regtype, 'bpchar'::regtype, 'inet'::regtype, 'date'::regtype,
                             'timestamp'::regtype, 'timestamptz'::regtype) THEN t.typname END
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  JOIN pg_type d ON d.oid = a.atttypid
  JOIN pg_type t ON t.oid = COALESCE(NULLIF(d.typbasetype, 0), d.oid)
  WHERE c.oid = $1
  ORDER BY a.attnum)";

struct Attribute {
  std::string name;
  std::string column;
  // Expression for the value's text, by the output function and by casts of the server. Another
  // type, with casts made by its owner, might have replaced the column's type meanwhile.
  std::string text;
  // Expression for the value in a row. An infinite date is unknown.
  std::string in_row;
  ArffKind kind;
  // True if the type has an order.
  bool ordered;
};

ArffKind arff_kind(std::string_view kind) {
  if (kind == "number") return ArffKind::number;
  if (kind == "date") return ArffKind::date;
  if (kind == "timestamp") return ArffKind::timestamp;
  return ArffKind::nominal;
}

std::string finite(const std::string& time, const std::string& format) {
  return "CASE WHEN isfinite(" + time + ") THEN to_char(" + time + ", '" + format + "') END";
}

std::vector<Attribute> attributes_of(const Rows& rows) {
  std::vector<Attribute> attributes;
  for (int row = 0; row < rows.size(); ++row) {
    const std::string column = "x." + std::string(rows.at(row, 1));
    const ArffKind kind = arff_kind(rows.at(row, 3));
    std::string text = output_text(column);
    std::string in_row = text;
    if (!rows.is_null(row, 5)) {
      // A cast of these types to text has another form than the output function.
      const std::string value = output_as(column, std::string(rows.at(row, 5)));
      text = in_row = value + "::text";
      if (kind == ArffKind::date) in_row = finite(value, "YYYY-MM-DD");
      if (kind == ArffKind::timestamp) in_row = finite(value, "YYYY-MM-DD HH24:MI:SS");
    }
    attributes.push_back(
        {std::string(rows.at(row, 0)), column, text, in_row, kind, rows.is_true(row, 4)});
  }
  return attributes;
}

// Returns the values that occur, in the order of their type. Values that the type considers equal,
// or that have no order, are in the order of their texts. Returns nullopt if there are too many
// values.
std::optional<std::vector<std::string>> domain_of(Session& session,
                                                  const ExportedRelation& relation,
                                                  const Attribute& attribute) {
  const std::string& column = attribute.column;
  const std::string order = attribute.ordered ? column + ", " : "";
  const Rows rows = session.query(
      "SELECT " + attribute.text + " FROM " + relation.name + " x WHERE " + column +
      " IS DISTINCT FROM NULL GROUP BY " + order + attribute.text + " ORDER BY " + order + "(" +
      attribute.text + ") COLLATE \"C\" LIMIT " + std::to_string(largest_domain + 1));
  if (rows.size() > largest_domain) return std::nullopt;
  std::vector<std::string> values;
  for (int row = 0; row < rows.size(); ++row)
    values.emplace_back(rows.at(row, 0));
  return values;
}

void export_arff(Session& session, const ExportedRelation& relation, const TextSink& sink) {
  const Rows rows = session.query(relation_attributes, {relation.oid});
  if (rows.size() == 0)
    throw Failure(ExitCode::server, "relation " + relation.name + " has no columns");
  const std::vector<Attribute> attributes = attributes_of(rows);
  sink("@RELATION " + arff_quoted(rows.at(0, 2)) + "\n");
  std::string columns;
  for (const Attribute& attribute : attributes) {
    std::optional<std::vector<std::string>> domain;
    if (attribute.kind == ArffKind::nominal) domain = domain_of(session, relation, attribute);
    sink(arff_attribute(attribute.name, attribute.kind, domain));
    columns += (columns.empty() ? "" : ", ") + attribute.in_row;
  }
  sink("@DATA\n");
  session.each_row("SELECT " + columns + " FROM " + relation.name + " x", {}, [&](const Rows& row) {
    std::string line;
    for (int at = 0; at < row.columns(); ++at)
      line += (at == 0 ? "" : ",") +
              arff_value(attributes[static_cast<std::size_t>(at)].kind,
                         row.is_null(0, at) ? std::nullopt : std::optional(row.at(0, at)));
    sink(line + "\n");
  });
}

// Domains over the server's own types, which have numbers below 16384. A domain keeps its base type
// as long as it exists.
constexpr const char* domains_of_server_types = R"(
  WITH RECURSIVE base AS (
    SELECT a.atttypid AS domain, a.atttypid AS type FROM pg_catalog.pg_attribute a
    WHERE a.attrelid OPERATOR(pg_catalog.=) $1::pg_catalog.oid
      AND a.attnum OPERATOR(pg_catalog.>) 0 AND NOT a.attisdropped
    UNION
    SELECT b.domain, t.typbasetype FROM base b
    JOIN pg_catalog.pg_type t ON t.oid OPERATOR(pg_catalog.=) b.type
    WHERE t.typtype OPERATOR(pg_catalog.=) 'd')
  SELECT pg_catalog.array_agg(DISTINCT b.domain)
  FROM base b JOIN pg_catalog.pg_type t ON t.oid OPERATOR(pg_catalog.=) b.type
  WHERE t.typtype OPERATOR(pg_catalog.<>) 'd' AND t.oid OPERATOR(pg_catalog.<) '16384'
    AND b.domain OPERATOR(pg_catalog.>=) '16384')";

// Returns the expression for a column as JSON: values of the server's own types, and of domains
// over them, as by to_json(), all others as texts.
std::string json_column(const std::string& column, const std::string& domains) {
  const std::string expression = "x." + column;
  const std::string type = "pg_catalog.pg_typeof(" + expression + ")::pg_catalog.oid";
  // The elements of an anyarray, as in pg_stats, can be of any type.
  return "CASE WHEN " + type + " OPERATOR(pg_catalog.<) '16384' AND " + type +
         " OPERATOR(pg_catalog.<>) '2277' OR " + type + " OPERATOR(pg_catalog.=) ANY ('" + domains +
         "'::pg_catalog.oid[]) THEN pg_catalog.to_json(" + expression +
         ") ELSE pg_catalog.to_json(" + output_text(expression) + ") END AS " + column;
}

// Writes one object: "relation", "description" (a JSON text, "null" if there is none) and "rows".
void export_json(Session& session, const ExportedRelation& relation, const std::string& description,
                 const TextSink& sink) {
  const Rows domains = session.query(domains_of_server_types, {relation.oid});
  const Rows names = session.query(
      "SELECT pg_catalog.quote_ident(a.attname) FROM pg_catalog.pg_attribute a WHERE "
      "a.attrelid = $1::pg_catalog.oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum",
      {relation.oid});
  std::string columns;
  for (int row = 0; row < names.size(); ++row) {
    if (row > 0) columns += ", ";
    columns += json_column(std::string(names.at(row, 0)),
                           domains.is_null(0, 0) ? "{}" : std::string(domains.at(0, 0)));
  }
  sink("{\"relation\": " + nlohmann::json(relation.name).dump() +
       ",\n\"description\": " + description + ",\n\"rows\": [");
  std::string_view separator = "\n";
  session.each_row(
      "SELECT row_to_json(r.*)::text FROM (SELECT " + columns + " FROM " + relation.name + " x) r",
      {}, [&](const Rows& row) {
        sink(separator);
        sink(row.at(0, 0));
        separator = ",\n";
      });
  sink("\n]}\n");
}

constexpr std::string_view not_a_release = "42809";

std::string description_of(Session& session, const std::string& function,
                           const ExportedRelation& relation) {
  const Rows rows =
      session.query("SELECT jsonb_pretty(" + function + "($1::oid::regclass))", {relation.oid});
  return std::string(rows.at(0, 0));
}

// Returns the description, or "null" if the relation is not a release.
std::string description_if_any(Session& session, const std::string& function,
                               const ExportedRelation& relation) {
  std::string description = "null";
  const auto reason =
      attempt(session, [&] { description = description_of(session, function, relation); });
  if (reason && reason->sqlstate != not_a_release) throw Failure(ExitCode::server, *reason);
  return description;
}

class ExportCommand : public Command {
 public:
  ExportCommand() : Command("export", "write a release to a file") {}

  void declare(CLI::App& app, const Connect&) override {
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

  ExitCode run(Session& session, Output& output) override {
    if (output.json() && file_.empty())
      throw Failure(ExitCode::usage, "with --json, an export needs a file",
                    "Name one with -o. --format json writes the rows as JSON.");
    const bool is_json = format_ == "json";
    std::string function;
    if (is_json || !description_file_.empty())
      function = function_signature(session, "release_description").call;
    // The call fails, with instructions, if the function does not exist.
    (void)function_signature(session, "readable_name");
    const std::string oid = relation_oid(session, relation_);
    begin_one_moment(session, true);
    const ExportedRelation relation{oid, readable_name(session, oid)};
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
      session.copy_out("COPY (SELECT * FROM " + relation.name + ") TO STDOUT (FORMAT csv, HEADER)",
                       sink);
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

 private:
  std::string relation_;
  std::string format_ = "csv";
  std::string file_;
  std::string description_file_;
};

}  // namespace

std::unique_ptr<Command> export_command() {
  return std::make_unique<ExportCommand>();
}

}  // namespace microdata::client
