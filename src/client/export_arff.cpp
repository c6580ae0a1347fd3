#include "client/arff.hpp"
#include "client/export_formats.hpp"
#include "client/value_text.hpp"

namespace microdata::client {

namespace {

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
  // Expression for the value as a type of the server, which dates and times use; empty for types
  // without a cast.
  std::string time;
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

std::vector<Attribute> attributes_of(const Rows& rows) {
  std::vector<Attribute> attributes;
  for (int row = 0; row < rows.size(); ++row) {
    const std::string name(rows.at(row, 0));
    const std::string column = "x." + std::string(rows.at(row, 1));
    // A cast of these types to text has another form than the output function.
    const std::string value =
        rows.is_null(row, 5) ? "" : output_as(column, std::string(rows.at(row, 5)));
    attributes.push_back({name, column, value.empty() ? output_text(column) : value + "::text",
                          value, arff_kind(rows.at(row, 3)), rows.is_true(row, 4)});
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

// Returns the expression for a row's value. An infinite date is unknown.
std::string selected(const Attribute& attribute) {
  const auto finite = [&](const std::string& format) {
    return "CASE WHEN isfinite(" + attribute.time + ") THEN to_char(" + attribute.time + ", '" +
           format + "') END";
  };
  if (attribute.kind == ArffKind::date) return finite("YYYY-MM-DD");
  if (attribute.kind == ArffKind::timestamp) return finite("YYYY-MM-DD HH24:MI:SS");
  return attribute.text;
}

std::string rows_statement(const ExportedRelation& relation,
                           const std::vector<Attribute>& attributes) {
  std::string columns;
  for (const Attribute& attribute : attributes) {
    if (!columns.empty()) columns += ", ";
    columns += selected(attribute);
  }
  return "SELECT " + columns + " FROM " + relation.name + " x";
}

std::string data_line(const std::vector<Attribute>& attributes, const Rows& row) {
  std::string line;
  for (std::size_t at = 0; at < attributes.size(); ++at) {
    const int column = static_cast<int>(at);
    std::optional<std::string_view> value;
    if (!row.is_null(0, column)) value = row.at(0, column);
    if (at > 0) line += ',';
    line += arff_value(attributes[at].kind, value);
  }
  return line + "\n";
}

}  // namespace

void export_arff(Session& session, const ExportedRelation& relation, const TextSink& sink) {
  const Rows rows = session.query(relation_attributes, {relation.oid});
  if (rows.size() == 0)
    throw Failure(ExitCode::server, "relation " + relation.name + " has no columns");
  const std::vector<Attribute> attributes = attributes_of(rows);
  sink("@RELATION " + arff_quoted(rows.at(0, 2)) + "\n");
  for (const Attribute& attribute : attributes) {
    std::optional<std::vector<std::string>> domain;
    if (attribute.kind == ArffKind::nominal) domain = domain_of(session, relation, attribute);
    sink(arff_attribute(attribute.name, attribute.kind, domain));
  }
  sink("@DATA\n");
  session.each_row(rows_statement(relation, attributes), {},
                   [&](const Rows& row) { sink(data_line(attributes, row)); });
}

}  // namespace microdata::client
