#include "postgres/server/api.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/classification/secret_names.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

// The SQL function advise. It calls other functions of the extension, as its caller could: classify
// and risk on the source, and publishing functions and audits on a sample, which is undone.

namespace microdata::postgres {

namespace {

using AttributeNames = std::vector<std::string>;

constexpr std::int64_t rows_drawn = 5000;
constexpr double clearly_fewer = 0.1;

// A column of the source.
struct AdvisedColumn {
  std::string name;
  // The declared role, or the suggested one.
  std::string role;
  bool declared = false;
  std::int64_t distinct = 0;
  std::string reason;
  std::string type;
  bool has_hierarchy = false;
};

// A setting of a publishing function, and the variants of it in the order in which they are tried.
struct Trial {
  const char* name;
  const char* method;
  const char* function;
  std::vector<Json> variants;
};

// The result of a variant on the sample.
struct Tried {
  Json setting;
  bool feasible = false;
  std::string groups;
  std::uint64_t suppressed = 0;
  std::optional<double> error;
  std::optional<double> inference;
  std::optional<double> singled_out;
  std::optional<double> membership;
  std::string reason;
};

bool contains(const AttributeNames& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::optional<double> figure(const std::optional<std::string>& text) {
  return text ? std::optional(to_number(*text)) : std::nullopt;
}

// Returns a share in percent, as in "12.5%".
std::string percent(double share, int digits) {
  return rounded(100 * share, digits) + "%";
}

// Returns the call of a publishing function with a setting, as a script has it.
std::string call_of(const std::string& function, const AttributeNames& before, const Json& setting,
                    const AttributeNames& after) {
  AttributeNames arguments = before;
  for (const JsonMember& member : setting.members()) {
    const std::string value = *member.value.text();
    arguments.push_back(member.key == "k_anonymity"
                            ? "privacy => k_anonymity(" + value + ")"
                            : member.key + " => " +
                                  (member.value.is_string() ? quote_value(value) : value));
  }
  arguments.insert(arguments.end(), after.begin(), after.end());
  return function + "(" + join(arguments) + ")";
}

class Advice {
 public:
  Advice(Oid source, GivenRoles given, std::int64_t seed)
      : source_(open_source(source)),
        named_(qualified_name(source)),
        number_(std::to_string(source)),
        seed_(std::to_string(seed)),
        given_(std::move(given)),
        schema_(*found_row("SELECT pg_catalog.quote_ident(n.nspname) FROM pg_catalog.pg_extension "
                           "e JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace WHERE "
                           "e.extname = 'pg_microdata'")[0] +
                ".") {}

  const std::vector<ResultRow>& rows() const { return rows_; }

  void find_columns() {
    for (const ResultRow& row :
         call("SELECT c.attribute, COALESCE(NULLIF(r.role, 'subject'), c.suggested), r.role <> "
              "'subject', c.distinct_values, c.reason, pg_catalog.format_type(a.atttypid, NULL), "
              "a.atttypid::pg_catalog.oid, EXISTS (SELECT FROM microdata.declared_hierarchies h "
              "WHERE h.source = a.attrelid AND "
              "h.attribute = a.attname) FROM SCHEMA.classify($1::pg_catalog.oid) c JOIN "
              "pg_catalog.pg_attribute a ON a.attrelid = $1::pg_catalog.oid AND a.attname = "
              "c.attribute LEFT JOIN microdata.roles r ON r.source = a.attrelid AND r.attribute = "
              "a.attname ORDER BY a.attnum",
              {number_})) {
      AdvisedColumn column{*row[0], *row[1], row[2] == "t", std::stoll(*row[3]),
                           *row[4], *row[5], row[7] == "t"};
      // Settings that generalize it would be refused.
      if (!column.declared && !has_readable_values(static_cast<Oid>(std::stoul(*row[6])))) {
        column.role = "identifier";
        column.reason = "is of a type that runs functions of another role";
      }
      columns_.push_back(std::move(column));
    }
  }

  // Chooses the roles that are not declared, but for those of columns that disclose others.
  void choose_roles() {
    if (given_.sensitive) {
      for (const std::string& name : *given_.sensitive)
        sensitive_.push_back(source_.columns[column_position(source_, name, "sensitive")].name);
    } else {
      sensitive_ = with_role("sensitive");
      if (sensitive_.empty()) {
        for (const AdvisedColumn& column : columns_) {
          if (column.role == "quasi-identifier" && !column.declared &&
              is_named_for_secrets(column.name))
            sensitive_.push_back(column.name);
        }
      }
    }
    for (const auto& [role, names] :
         {std::pair<const char*, AttributeNames*>{"identifier", &identifiers_},
          {"insensitive", &insensitive_},
          {"quasi-identifier", &known_}}) {
      for (const std::string& name : with_role(role)) {
        if (!contains(sensitive_, name)) names->push_back(name);
      }
    }
    if (known_.empty()) {
      throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                  "relation " + in_quotes(source_.name) + " has no quasi-identifier")
          .hint(
              "Use declare_roles(), with quasi_identifiers => ..., to name attributes that an "
              "attacker can know.");
    }
  }

  // Chooses the person, and shows the risk of publishing the source as it is.
  void choose_subject() {
    const ResultRow risk = call(
                               "SELECT r.persons, r.at_risk FROM SCHEMA.risk($1::pg_catalog.oid, "
                               "identifiers => $2::SCHEMA.text_list, sensitive => "
                               "$3::SCHEMA.text_list, insensitive => $4::SCHEMA.text_list, "
                               "quasi_identifiers => $5::SCHEMA.text_list, subject => '{}', "
                               "combinations => 0) r WHERE r.model = 'prosecutor'",
                               {number_, to_name_array(identifiers_), to_name_array(sensitive_),
                                to_name_array(insensitive_), to_name_array(known_)})
                               .at(0);
    const std::int64_t rows = std::stoll(*risk[0]);
    source_rows_ = rows;
    if (given_.subject) {
      for (const std::string& name : *given_.subject)
        subject_.push_back(source_.columns[column_position(source_, name, "subject")].name);
    } else {
      for (const ResultRow& row :
           query("SELECT r.attribute FROM microdata.roles r WHERE r.source = $1::pg_catalog.oid "
                 "AND r.role = 'subject' ORDER BY r.attribute",
                 {number_}))
        subject_.push_back(*row[0]);
      if (subject_.empty()) find_repeating_key(rows);
    }
    if (subject_.empty()) {
      add("person", std::nullopt,
          "Each of the " + count_of(static_cast<std::uint64_t>(rows), "row") + " is a person.");
    } else {
      add("person", join(subject_),
          "Identifies a person, who can have several of the " +
              count_of(static_cast<std::uint64_t>(rows), "row") + ".");
    }
    add("risk", join(known_),
        "Published unchanged, these put " + percent(to_number(*risk[1]), 1) +
            " of the rows into classes of fewer than 5.");
  }

  void draw_sample() {
    const auto list = [](const AttributeNames& names) {
      AttributeNames quoted;
      for (const std::string& name : names)
        quoted.push_back("s." + quote_name(name));
      return join(quoted);
    };
    AttributeNames drawn = known_;
    for (const AttributeNames* names : {&insensitive_, &sensitive_, &subject_}) {
      for (const std::string& name : *names) {
        if (!contains(drawn, name)) drawn.push_back(name);
      }
    }
    query(
        "SELECT microdata.draw_sample($1::pg_catalog.oid, $2, $3, $4::pg_catalog.int4, "
        "$5::pg_catalog.int8)",
        {number_, list(drawn), subject_.empty() ? std::nullopt : Parameter(list(subject_)),
         std::to_string(rows_drawn), seed_});
  }

  // Leaves out attributes that disclose a sensitive one in the sample, by themselves or with
  // another.
  void leave_out_disclosing() {
    if (sensitive_.empty()) return;
    // Attributes that have a role by default are searched, if the sensitive ones stand in a group
    // of their own.
    Json roles = Json::object();
    roles.add("sensitive", sensitive_);
    roles.add("identifiers", subject_);
    roles.add("subject", Json::array());
    roles.add("columns", 2);
    roles.add("sensitive_column_size", static_cast<std::int64_t>(sensitive_.size()));
    roles.add("l", 1);
    // Only a superuser may set it. The setting ends with the sample's subtransaction.
    guarded([] {
      (void)set_config_option("pg_microdata.unclassified", "warn", PGC_SUSET, PGC_S_SESSION,
                              GUC_ACTION_LOCAL, true, 0, false);
    });
    query(
        "SELECT microdata.publish('pg_temp.microdata_explored', 'slicing', "
        "$1::pg_catalog.jsonb, 'pg_temp.microdata_tried')",
        {roles.str()});
    for (const ResultRow& row :
         query("SELECT d.attributes[1], d.attributes[2], d.finding FROM "
               "microdata.determining_attributes('pg_temp.microdata_tried') d WHERE d.attributes "
               "IS NOT NULL ORDER BY pg_catalog.cardinality(d.attributes), d.attributes")) {
      const bool is_left_out =
          contains(identifiers_, *row[0]) || (row[1] && contains(identifiers_, *row[1]));
      if (is_left_out || !(contains(known_, *row[0]) || contains(insensitive_, *row[0]))) continue;
      identifiers_.push_back(*row[0]);
      left_out_.push_back(*row[0]);
      std::erase(known_, *row[0]);
      std::erase(insensitive_, *row[0]);
      add("disclosure", *row[0], *row[2]);
    }
    call("SELECT SCHEMA.drop_release('pg_temp.microdata_tried')", {});
  }

  void show_roles() {
    for (const AdvisedColumn& column : columns_) {
      const bool sensitive = contains(sensitive_, column.name);
      const std::string role = sensitive                             ? "sensitive"
                               : contains(identifiers_, column.name) ? "identifier"
                                                                     : column.role;
      const std::string reason = column.declared       ? "is declared"
                                 : role == column.role ? column.reason
                                 : !sensitive          ? "discloses a sensitive attribute"
                                 : given_.sensitive
                                     ? "is given"
                                     : "is named like what people keep to themselves";
      add("role", column.name, join({role, reason}, ": "));
    }
    if (sensitive_.empty()) {
      add("role", std::nullopt,
          "No attribute is named like what people keep to themselves. Use sensitive => ... to name "
          "those to protect.");
    }
  }

  // Shows hierarchies for texts and dates with many values.
  void show_hierarchies() {
    constexpr std::int64_t many = 20;
    for (const AdvisedColumn& column : columns_) {
      if (!contains(known_, column.name) || column.has_hierarchy || column.distinct <= many)
        continue;
      if (column.type == "date" || column.type.starts_with("timestamp")) {
        add("hierarchy", column.name,
            "SELECT " + shown("create_date_hierarchy") + "(" + quote_value(column.name) +
                ", '{month,year,decade}');");
      } else if (column.type == "text" || column.type == "character varying") {
        const ResultRow lengths =
            query_rows("SELECT pg_catalog.min(pg_catalog.length(s." + quote_name(column.name) +
                       ")), pg_catalog.max(pg_catalog.length(s." + quote_name(column.name) +
                       ")) FROM pg_temp.microdata_explored s")
                .at(0);
        if (!lengths[0] || lengths[0] != lengths[1]) continue;
        const int length = std::stoi(*lengths[0]);
        constexpr int shortest = 3;
        constexpr int longest = 12;
        if (length < shortest || length > longest) continue;
        AttributeNames kept;
        for (int keep = length - 1; keep > 0; --keep)
          kept.push_back(std::to_string(keep));
        add("hierarchy", column.name,
            "SELECT " + shown("create_prefix_hierarchy") + "(" + quote_value(column.name) + ", '{" +
                join(kept, ",") + "}');");
      }
    }
  }

  // Tries three settings, and chooses the default unless the strict one lets an attacker guess
  // clearly fewer.
  void try_settings() {
    for (const Trial& trial : trials()) {
      const Tried tried = first_feasible(trial);
      if (!tried.feasible) {
        add("setting", trial.name, "infeasible: " + tried.reason);
        continue;
      }
      std::string text = call_of(trial.function, {}, tried.setting, {}) + ": " + tried.groups +
                         (trial.method == std::string("slicing") ? " buckets" : " classes");
      if (tried.suppressed > 0) text += ", " + count_of(tried.suppressed, "row") + " suppressed";
      text += ".";
      if (tried.error) text += " Counts are off by " + percent(*tried.error, 1) + " (median).";
      if (tried.inference)
        text += " An attacker guesses " + percent(*tried.inference, 0) + " of people.";
      if (tried.singled_out)
        text += " Descriptions fit one person in " + percent(*tried.singled_out, 0) +
                " of cases beyond chance.";
      if (tried.membership) {
        text += " Members are told from others with " + rounded(*tried.membership, 2) +
                " (0.5 is chance).";
      }
      add("setting", trial.name, text);
      if (!chosen_ ||
          (trial.name == std::string("strict") && tried.inference && chosen_inference_ &&
           *tried.inference < *chosen_inference_ - clearly_fewer)) {
        chosen_ = trial.name;
        chosen_inference_ = tried.inference;
        chosen_call_ = call_of(shown(trial.function), {quote_value(named_)}, tried.setting,
                               {"target => " + quote_value(target())});
      }
    }
  }

  void show_script() {
    if (!chosen_) return;
    AttributeNames roles{quote_value(named_)};
    // The attributes of the person are identifiers by themselves.
    AttributeNames identifiers = identifiers_;
    for (const std::string& name : subject_)
      std::erase(identifiers, name);
    for (const auto& [argument, names] :
         {std::pair<const char*, const AttributeNames&>{"sensitive", sensitive_},
          {"identifiers", identifiers},
          {"insensitive", insensitive_},
          {"quasi_identifiers", known_},
          {"subject", subject_}}) {
      if (!names.empty()) roles.push_back(std::string(argument) + " => " + to_list_argument(names));
    }
    AttributeNames lines{"-- Publishes " + named_ + " by the setting \"" + *chosen_ + "\".",
                         "SELECT " + shown("declare_roles") + "(" + join(roles) + ");",
                         "CREATE SCHEMA IF NOT EXISTS research;",
                         "SELECT " + chosen_call_ + ";",
                         "SELECT bool_and(holds) AS verified FROM " + shown("verify_release") +
                             "(" + quote_value(target()) + ");",
                         "SELECT * FROM " + shown("audit") + "(" + quote_value(target()) + ");"};
    if (query("SELECT FROM pg_catalog.pg_roles WHERE rolname = 'analyst'").empty())
      lines.emplace_back("CREATE ROLE analyst;");
    lines.emplace_back("GRANT USAGE ON SCHEMA research TO analyst;");
    lines.push_back("GRANT SELECT ON " + target() + " TO analyst;");
    for (std::size_t i = 0; i < lines.size(); ++i)
      add("script", std::to_string(i + 1), lines[i]);
  }

 private:
  // Runs a statement in which SCHEMA stands for the schema of the extension's functions.
  std::vector<ResultRow> call(std::string statement, const std::vector<Parameter>& parameters) {
    constexpr std::string_view placeholder = "SCHEMA.";
    for (std::size_t at = statement.find(placeholder); at != std::string::npos;
         at = statement.find(placeholder, at + schema_.size()))
      statement.replace(at, placeholder.size(), schema_);
    return query(statement.c_str(), parameters);
  }

  void add(const char* part, std::optional<std::string> about, std::string advice) {
    rows_.push_back({part, std::move(about), std::move(advice)});
  }

  // Returns a function's name as a script has it.
  std::string shown(const std::string& function) const {
    return schema_ == "public." ? function : schema_ + function;
  }

  std::string target() const { return "research." + quote_name(source_.name); }

  AttributeNames with_role(const std::string& role) const {
    AttributeNames names;
    for (const AdvisedColumn& column : columns_) {
      if (column.role == role) names.push_back(column.name);
    }
    return names;
  }

  // Takes the identifier with the most values that repeat, and that refers to persons by its name
  // or a foreign key.
  void find_repeating_key(std::int64_t rows) {
    const AdvisedColumn* best = nullptr;
    for (const AdvisedColumn& column : columns_) {
      const auto is = [&](const char* reason) {
        return column.reason.find(reason) != std::string::npos;
      };
      if (column.role != "identifier" ||
          !(is("foreign key") || is("numbers of persons") || is("numbers of records")))
        continue;
      // Fewer than one value in a hundred rows are doctors, and nearly as many as rows are visits.
      if (column.distinct * 100 < rows || column.distinct * 20 > rows * 19) continue;
      if (best == nullptr || column.distinct > best->distinct) best = &column;
    }
    if (best != nullptr) subject_.push_back(best->name);
  }

  Json roles_of_sample() const {
    Json roles = Json::object();
    roles.add("sensitive", sensitive_);
    roles.add("insensitive", insensitive_);
    roles.add("quasi_identifiers", known_);
    roles.add("identifiers", left_out_);
    roles.add("subject", subject_);
    roles.add("seed", seed_);
    return roles;
  }

  std::vector<Trial> trials() const {
    const auto groups = static_cast<std::int64_t>(known_.size() + 1);
    if (sensitive_.empty()) return {generalization()};
    Trial by_default{"default", "slicing", "slice_table", {}};
    Trial strict{"strict", "slicing", "slice_table", {}};
    for (const int l : largest_first) {
      for (const double suppress : shares_suppressed())
        by_default.variants.push_back(slices(2, l, 1, std::nullopt, suppress));
    }
    // The second is for tables that are too small for the first. Persons with several rows have no
    // k of groups.
    for (const auto& [k, rows, suppress] :
         {std::tuple{8, 600, 0.02}, std::tuple{2, smallest_bucket, 0.05}}) {
      if (rows > smallest_bucket && source_rows_ < fewest_buckets * rows) continue;
      for (const int l : largest_first) {
        if (subject_.empty()) strict.variants.push_back(slices(groups, l, k, rows, suppress));
        for (const double share : subject_.empty() ? std::vector<double>{} : shares_suppressed())
          strict.variants.push_back(slices(2, l, 1, rows, share));
      }
    }
    return {by_default, strict, generalization()};
  }

  static constexpr std::array<int, 3> largest_first{5, 3, 2};
  // Fewer buckets keep little of the relations between groups (docs/howto/choose.md).
  static constexpr std::int64_t fewest_buckets = 20;
  static constexpr int smallest_bucket = 50;

  // Returns the shares of rows that settings may suppress: of persons with several rows, a bucket
  // has as many of each as of the others.
  std::vector<double> shares_suppressed() const {
    return subject_.empty() ? std::vector<double>{0} : std::vector<double>{0, 0.5};
  }

  static Json slices(std::int64_t groups, int l, int k, std::optional<int> rows, double suppress) {
    Json setting = Json::object();
    setting.add("columns", groups);
    setting.add("l", l);
    if (k > 1) setting.add("k", k);
    if (rows) setting.add("k_anonymity", *rows);
    if (k > 1) setting.add("infeasible", "suppress");
    if (suppress > 0) setting.add("suppress", suppress);
    return setting;
  }

  Trial generalization() const {
    Trial trial{"generalization", "generalization", "generalize_table", {}};
    Json setting = Json::object();
    setting.add("k", 5);
    if (sensitive_.empty()) {
      trial.variants.push_back(setting);
      return trial;
    }
    for (const int l : largest_first) {
      for (const double suppress : shares_suppressed()) {
        Json variant = setting;
        variant.add("l", l);
        if (suppress > 0) variant.add("suppress", suppress);
        trial.variants.push_back(variant);
      }
    }
    return trial;
  }

  Tried first_feasible(const Trial& trial) {
    Tried tried;
    for (const Json& variant : trial.variants) {
      Json roles = roles_of_sample();
      if (sensitive_.empty()) roles.remove("sensitive");
      const ResultRow row = found_row(
          "SELECT t.feasible, t.groups, t.suppressed, t.error, t.inference, t.singled_out, "
          "t.membership, t.reason FROM microdata.tried($1::pg_catalog.oid, $2, "
          "$3::pg_catalog.jsonb OPERATOR(pg_catalog.||) "
          "microdata.settings_as_arguments($4::pg_catalog.jsonb), $5::pg_catalog.int8, true) t",
          {number_, trial.method, roles.str(), variant.str(), seed_});
      tried = {variant,
               row[0] == "t",
               row[1].value_or(""),
               row[2] ? std::stoull(*row[2]) : 0,
               figure(row[3]),
               figure(row[4]),
               figure(row[5]),
               figure(row[6]),
               row[7].value_or("")};
      if (tried.feasible) break;
    }
    return tried;
  }

  Source source_;
  std::string named_;
  std::string number_;
  std::string seed_;
  GivenRoles given_;
  std::string schema_;
  std::vector<AdvisedColumn> columns_;
  AttributeNames sensitive_;
  AttributeNames identifiers_;
  // Identifiers that the sample has.
  AttributeNames left_out_;
  AttributeNames insensitive_;
  AttributeNames known_;
  AttributeNames subject_;
  std::int64_t source_rows_ = 0;
  std::optional<std::string> chosen_;
  std::optional<double> chosen_inference_;
  std::string chosen_call_;
  std::vector<ResultRow> rows_;
};

void advise(const Arguments& arguments, ResultSet& result) {
  require_writable("advise()");
  GivenRoles given;
  given.sensitive = arguments.optional_texts("sensitive");
  given.subject = arguments.optional_texts("subject");
  const Oid source = arguments.relation("source");
  Advice advice(source, given,
                arguments.optional_bigint("seed").value_or(
                    static_cast<std::int64_t>(make_random(std::nullopt).below(1U << 30U))));
  const auto step = [] { query("SELECT microdata.step_progress()"); };
  query("SELECT microdata.begin_progress('advise', $1::pg_catalog.oid, 4)",
        {std::to_string(source)});
  bool tried = false;
  // The sample and what is made of it are undone.
  const std::optional<Error> undone = in_subtransaction([&] {
    query("SELECT pg_catalog.set_config('client_min_messages', 'error', true)");
    advice.find_columns();
    step();
    advice.choose_roles();
    advice.choose_subject();
    step();
    advice.draw_sample();
    advice.leave_out_disclosing();
    advice.show_roles();
    advice.show_hierarchies();
    step();
    advice.try_settings();
    step();
    tried = true;
    throw Error(ERRCODE_SUCCESSFUL_COMPLETION, "the sample is undone");
  });
  if (!tried) throw *undone;
  advice.show_script();
  query("SELECT microdata.end_progress()");
  for (const ResultRow& row : advice.rows())
    result.add(row);
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_advise, microdata::postgres::advise)
