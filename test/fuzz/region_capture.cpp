#include "region_capture.hpp"

#include <algorithm>
#include <stdexcept>

#include "byte_mutations.hpp"
#include "sql_text.hpp"

namespace microdata::fuzz {

namespace {

constexpr const char* stand_in =
    R"sql(-- Tables that are distributed have children for shards, and a trigger that sorts rows into them; what
-- is in a shard stays in a table of its own when they are dropped.
SET allow_system_table_mods = on;
LOAD 'pg_microdata';
SET pg_microdata.unclassified = 'warn';
CREATE TABLE pg_catalog.pg_dist_partition (logicalrelid regclass, partmethod "char", partkey text,
  colocationid int);
CREATE TABLE pg_catalog.pg_dist_shard (logicalrelid regclass, shardid int);
CREATE SCHEMA captured;
CREATE TABLE captured.shards (parent regclass, parent_name text, number int, twin text, child oid);
CREATE SEQUENCE captured.twins;
CREATE SEQUENCE captured.colocations;
CREATE FUNCTION captured.route() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  total int;
  key int;
  shard record;
BEGIN
  SELECT pg_catalog.count(*) INTO total FROM captured.shards WHERE parent = TG_RELID;
  EXECUTE pg_catalog.format('SELECT ($1).%I', TG_ARGV[0]) INTO key USING NEW;
  SELECT * INTO shard FROM captured.shards
    WHERE parent = TG_RELID AND number = pg_catalog.abs(key) % total;
  EXECUTE pg_catalog.format('INSERT INTO %s SELECT ($1).*', shard.child::regclass) USING NEW;
  EXECUTE pg_catalog.format('INSERT INTO captured.%I SELECT ($1).*', shard.twin) USING NEW;
  RETURN NULL;
END $$;
CREATE FUNCTION pg_catalog.create_distributed_table("table" regclass, "column" text,
    colocate_with text DEFAULT 'none', shard_count int DEFAULT NULL) RETURNS void
  LANGUAGE plpgsql SET allow_system_table_mods = on AS $$
DECLARE
  colocation int;
  total int := coalesce(shard_count, 2);
  twin text;
BEGIN
  IF colocate_with NOT IN ('none', 'default') THEN
    SELECT p.colocationid, (SELECT pg_catalog.count(*) FROM pg_catalog.pg_dist_shard s
        WHERE s.logicalrelid = p.logicalrelid) INTO colocation, total
      FROM pg_catalog.pg_dist_partition p WHERE p.logicalrelid = colocate_with::regclass;
  ELSE
    colocation := pg_catalog.nextval('captured.colocations');
  END IF;
  INSERT INTO pg_catalog.pg_dist_partition VALUES ("table", 'h', "column", colocation);
  INSERT INTO pg_catalog.pg_dist_shard
    SELECT "table", i FROM pg_catalog.generate_series(0, total - 1) i;
  FOR i IN 0 .. total - 1 LOOP
    twin := 't' || pg_catalog.nextval('captured.twins');
    EXECUTE pg_catalog.format('CREATE TABLE captured.%I () INHERITS (%s)', twin || '_shard', "table");
    EXECUTE pg_catalog.format('CREATE TABLE captured.%I (LIKE %s)', twin, "table");
    UPDATE pg_catalog.pg_depend SET deptype = 'a'
      WHERE objid = ('captured.' || twin || '_shard')::regclass AND refobjid = "table";
    INSERT INTO captured.shards
      VALUES ("table", "table"::text, i, twin, ('captured.' || twin || '_shard')::regclass);
  END LOOP;
  EXECUTE pg_catalog.format('CREATE TRIGGER route BEFORE INSERT ON %s FOR EACH ROW '
    'EXECUTE FUNCTION captured.route(%L)', "table", "column");
END $$;
CREATE FUNCTION pg_catalog.get_shard_id_for_distribution_column("table" regclass, value int)
  RETURNS bigint LANGUAGE sql AS $$
  SELECT value % pg_catalog.count(*) FROM pg_catalog.pg_dist_shard WHERE logicalrelid = "table" $$;
CREATE FUNCTION pg_catalog.column_to_column_name("table" regclass, key text) RETURNS text
  LANGUAGE sql AS 'SELECT key';
RESET allow_system_table_mods;

-- Who asks a server is written down.
CREATE TABLE captured.asked (id serial, question text, known bytea, request bytea,
  released text[], source text, outsiders text, region int, mark text);
CREATE FUNCTION captured.twin(shard oid) RETURNS text LANGUAGE sql AS $$
  SELECT 'captured.' || twin FROM captured.shards WHERE child = shard $$;
CREATE FUNCTION captured.twins(shards oid[]) RETURNS text[] LANGUAGE sql AS $$
  SELECT pg_catalog.array_agg(captured.twin(u) ORDER BY n)
  FROM pg_catalog.unnest(shards) WITH ORDINALITY v (u, n) $$;
ALTER FUNCTION microdata.audit_region RENAME TO audit_region_itself;
CREATE FUNCTION microdata.audit_region(question text, known bytea, request bytea, released oid[],
    source oid, outsiders oid, region int, mark text) RETURNS bytea LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO captured.asked
    (question, known, request, released, source, outsiders, region, mark)
    VALUES ($1, $2, $3, captured.twins($4), captured.twin($5), captured.twin($6),
    $7, $8);
  RETURN microdata.audit_region_itself($1, $2, $3, $4, $5, $6, $7, $8);
END $$;
)sql";

constexpr const char* statements_of_tables = R"sql(SET pg_microdata.republish = 'allow';
CREATE TABLE visits AS SELECT i AS id, 18 + i * 7919 % 60 AS age,
  CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END AS sex, NULLIF(i * 31 % 4, 3) AS children,
  1000 + i * 613 % 90 * 10 AS income, 't' || i * 17 % 9 AS town,
  NULLIF('d' || i * 7 % 6, 'd5') AS disease FROM generate_series(1, 160) i;
CREATE TABLE strangers AS SELECT 1000 + id AS id, age, sex, children, income + 5 AS income, town,
  disease FROM visits WHERE id % 4 = 0;
INSERT INTO pg_dist_partition VALUES ('visits', 'h', 'id', 900), ('strangers', 'h', 'id', 901);
INSERT INTO pg_dist_shard SELECT t, i
  FROM unnest('{visits,strangers}'::regclass[]) t, generate_series(0, 1) i;
ANALYZE visits, strangers;
SELECT create_interval_hierarchy('decades', 0, 100, '{5,10,50}');
)sql";

// A statement that enlarges the recorded number of rows, so that each release must be read by
// regions.
constexpr const char* enlarge =
    "UPDATE microdata.release_record SET published_rows = 1000000000000;\n";

std::vector<std::string> publishing_statements() {
  const std::string all =
      "sensitive => '{disease}', identifiers => '{id}', regions => 2, seed => 1, target => ";
  return {
      "SELECT slice_table('visits', 2, 2, " + all + "'sliced')",
      "SELECT bucketize_table('visits', 2, " + all + "'bucketized')",
      "SELECT bucketize_table('visits', 2, " + all + "'apart', format => 'anatomy')",
      "SELECT generalize_table('visits', 4, 2, " + all + "'generalized')",
      "SELECT generalize_table('visits', 4, 2, " + all +
          "'multisets', recoding => 'multiset', quasi_identifiers => '{age,sex,children}', "
          "insensitive => '{income,town}')",
      "SELECT generalize_table('visits', 4, 2, " + all +
          R"('labels', hierarchies => '{"age": "decades"}'))",
  };
}

std::vector<std::string> asking_statements() {
  const std::vector<std::string> of_all = {
      "verify_release('%')",
      "disclosure('%')",
      R"(estimate_count('%', '{"sex": "F"}'))",
      "estimate('%', '{sex,disease}', measures => '{count,avg(age)}', method => 'mixed')",
      R"(estimate('%', '{disease}', '{"age": {"between": [30, 50]}}', '{count}', 'mixed'))",
      "microdata.relative_error('%', 2, 0.4, 20, seed => 3)",
      "audit_membership('%', outsiders => 'strangers', seed => 1)",
      "audit_linkability('%', outsiders => 'strangers', attacks => 50, seed => 1)",
      "audit_inference('%', seed => 1)",
      "audit_singling_out('%', attacks => 50, seed => 1)",
      "audit_composition(ARRAY['%'::regclass, 'bucketized'], outsiders => 'strangers', seed => 1)",
  };
  const std::vector<std::string> of_generalized = {
      "microdata.information_loss('%', 'width')",
      "microdata.information_loss('%', 'values')",
      "microdata.information_loss('%', 'entropy')",
      "audit_minimality('%', outsiders => 'strangers', seed => 1)",
  };
  std::vector<std::string> statements;
  const auto add = [&](const std::string& release, const std::vector<std::string>& calls) {
    for (std::string call : calls)
      statements.push_back("SELECT * FROM " + call.replace(call.find('%'), 1, release));
  };
  for (const char* release : {"sliced", "bucketized", "generalized"})
    add(release, of_all);
  for (const char* release : {"generalized", "multisets", "labels"})
    add(release, of_generalized);
  add("apart", {of_all[0], of_all[1], of_all[3], of_all[8]});
  add("labels", {of_all[0], of_all[3], of_all[7], of_all[8], of_all[10]});
  return statements;
}

Outcome demand(Session& session, const std::string& sql) {
  Outcome outcome = session.run(sql);
  if (outcome.failed()) {
    throw std::runtime_error("no calls for regions to make up others from: " +
                             (outcome.error ? outcome.error->text + " " + outcome.detail : sql));
  }
  return outcome;
}

// Returns the position of the bracket or quote that closes the one at `open`.
std::size_t closing(const std::string& text, std::size_t open) {
  if (text[open] == '\'') {
    for (std::size_t i = open + 1; i < text.size(); ++i) {
      if (text[i] != '\'') continue;
      if (i + 1 < text.size() && text[i + 1] == '\'')
        ++i;
      else
        return i;
    }
    return text.size();
  }
  for (std::size_t i = open + 1; i < text.size(); ++i) {
    if (text[i] == ')' || text[i] == ']') return i;
    if (text[i] == '\'' || text[i] == '(' || text[i] == '[') i = closing(text, i);
  }
  return text.size();
}

std::vector<std::pair<std::string, std::string>> named_arguments(const std::string& list) {
  std::vector<std::pair<std::string, std::string>> arguments;
  std::size_t from = 0;
  const auto add = [&](std::size_t to) {
    const std::string argument = list.substr(from, to - from);
    const std::size_t arrow = argument.find(" => ");
    if (arrow == std::string::npos) throw std::runtime_error("no named argument: " + argument);
    std::string name = argument.substr(argument.find_first_not_of(' '));
    name = name.substr(0, name.find(' '));
    std::erase(name, '"');
    arguments.emplace_back(name, argument.substr(arrow + 4));
    from = to + 1;
  };
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i] == '\'' || list[i] == '(' || list[i] == '[')
      i = closing(list, i);
    else if (list[i] == ',')
      add(i);
  }
  add(list.size());
  return arguments;
}

// Adds one call for each region from a statement that publishes all regions.
void add_publishing(Session& session, const std::string& statement, CapturedCalls& captured) {
  constexpr const char* begin = "LATERAL microdata.";
  const std::size_t at = statement.find(begin);
  if (at == std::string::npos) return;
  const std::size_t name = at + std::string(begin).size();
  const std::size_t open = statement.find('(', name);
  const std::size_t close = closing(statement, open);
  const std::size_t columns = statement.find('(', close);
  RegionPublishing call;
  call.function = statement.substr(name, open - name);
  call.arguments = named_arguments(statement.substr(open + 1, close - open - 1));
  call.columns = statement.substr(columns + 1, closing(statement, columns) - columns - 1);
  const std::size_t group = statement.rfind(" GROUP BY ", at);
  const std::size_t from = statement.rfind(" FROM ", group) + 6;
  const std::string scratch = statement.substr(from, group - from);
  for (const auto& row : demand(session,
                                "SELECT number, twin FROM captured.shards WHERE "
                                "regexp_replace(parent_name, '^public[.]', '') = regexp_replace(" +
                                    literal(scratch) + ", '^public[.]', '') ORDER BY 1")
                             .rows) {
    RegionPublishing of_region = call;
    for (auto& [argument, expression] : of_region.arguments) {
      if (argument == "region") expression = *row[0];
      if (argument == "shard") expression = literal("captured." + *row[1]) + "::regclass::oid";
    }
    captured.publishing.push_back(std::move(of_region));
  }
}

std::vector<AskedCall> asked_calls(Session& session) {
  std::vector<AskedCall> calls;
  for (const auto& row : demand(session,
                                "SELECT question, encode(known, 'hex'), encode(request, 'hex'), "
                                "array_to_string(released, ' '), source, outsiders, region, mark "
                                "FROM captured.asked ORDER BY id")
                             .rows) {
    AskedCall call;
    call.question = row[0].value_or("");
    call.known = bytes_of_hex(row[1].value_or(""));
    call.request = bytes_of_hex(row[2].value_or(""));
    const std::string released = row[3].value_or("");
    for (std::size_t from = 0; from < released.size();) {
      const std::size_t to = std::min(released.find(' ', from), released.size());
      call.released.push_back(released.substr(from, to - from));
      from = to + 1;
    }
    call.source = row[4].value_or("");
    call.outsiders = row[5].value_or("");
    call.region = row[6].value_or("0");
    call.mark = row[7].value_or("mark");
    calls.push_back(std::move(call));
  }
  return calls;
}

// Statements that restore the extension's own functions.
constexpr const char* stop_capturing =
    "DROP FUNCTION microdata.audit_region;\n"
    "ALTER FUNCTION microdata.audit_region_itself RENAME TO audit_region;\n";

std::string preparation() {
  return std::string("CREATE EXTENSION pg_microdata;\nSET client_min_messages = error;\n") +
         stand_in + statements_of_tables;
}

}  // namespace

std::string region_script() {
  std::string script = preparation();
  for (const std::string& statement : publishing_statements())
    script += statement + ";\n";
  script += enlarge;
  for (const std::string& statement : asking_statements())
    script += statement + ";\n";
  return script + stop_capturing;
}

CapturedCalls capture_calls(Session& session) {
  CapturedCalls captured;
  demand(session, preparation());
  // Servers with auto_explain show the statements of functions with their constants.
  const bool shows = !session.run("LOAD 'auto_explain'").failed();
  if (shows)
    demand(session,
           "SET auto_explain.log_min_duration = 0; SET "
           "auto_explain.log_nested_statements = on; SET auto_explain.log_level = notice; SET "
           "client_min_messages = notice");
  for (const std::string& statement : publishing_statements()) {
    for (const Message& message : demand(session, statement).messages) {
      if (message.text.find("Query Text: INSERT") != std::string::npos)
        add_publishing(session, message.text, captured);
    }
  }
  demand(session, "SET auto_explain.log_min_duration = -1; SET client_min_messages = error");
  demand(session, enlarge);
  for (const std::string& statement : asking_statements())
    demand(session, statement);
  demand(session, stop_capturing);
  captured.asked = asked_calls(session);
  for (const auto& row :
       demand(session, "SELECT 'captured.' || twin FROM captured.shards ORDER BY twin").rows)
    captured.tables.push_back(*row[0]);
  if (captured.asked.empty() || (shows && captured.publishing.empty()))
    throw std::runtime_error("no server was asked about regions");
  return captured;
}

}  // namespace microdata::fuzz
