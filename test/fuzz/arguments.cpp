#include "arguments.hpp"

#include "argument_makers.hpp"
#include "json_arguments.hpp"
#include "names.hpp"
#include "partitions.hpp"

namespace microdata::fuzz {

namespace {

using Makers = std::map<std::string, ArgumentMaker>;

// Returns a maker of descriptions of a release that Citus servers send to each other.
ArgumentMaker told_release() {
  return expression(
      {R"('{"method": "slicing", "parameters": {"l": 2, "bucket_column": "bucket"}, "suppressed": [0], "attributes": [{"column": 2, "name": "a", "role": "quasi-identifier", "generalized": false, "source_name": "a"}]}')",
       R"('{"method": "generalization", "parameters": {"k": 2}, "suppressed": [], "attributes": [{"column": 1, "name": "a", "role": "sensitive", "generalized": true, "source_name": "a"}]}')"},
      {"'{}'", "'[]'", "'1'", R"('{"method": "none", "parameters": [], "attributes": 3}')",
       R"('{"method": "slicing", "parameters": {}, "suppressed": [], "attributes": [{"column": -1}]}')"});
}

// Returns an expression for a text preceded by its length, which is the servers' format; `text` is
// an expression, too.
std::string sent_text(const std::string& text) {
  return "(SELECT set_byte(set_byte(decode(repeat('00', 8), 'hex'), 0, length(t) & 255), 1, "
         "length(t) / 256) || convert_to(t, 'UTF8') FROM (SELECT " +
         text + "::text) u (t))";
}

Makers makers() {
  Makers all = {
      {"source", source_argument},
      {"relation", relation_argument},
      {"release", relation_argument},
      {"relations", relations_argument},
      {"row_type", row_type_argument},
      {"columns",
       [](Choice& choice, const Subject& subject) -> std::string {
         if (choice.one_in(40)) return choice.of({"0", "-1", "2147483647", "61", "1601"});
         return std::to_string(subject.columns);
       }},
      {"l", l_argument},
      {"k", k_argument},
      {"m", expression({"2", "2", "3", "4"}, {"0", "1", "-1", "2147483647"})},
      {"sensitive", names_of(&Subject::sensitive)},
      {"identifiers", names_of(&Subject::identifiers)},
      {"insensitive", names_of(&Subject::insensitive)},
      {"quasi_identifiers", names_of(&Subject::quasi_identifiers)},
      {"subject", names_of(&Subject::telling_apart)},
      {"person_attributes", names_of(&Subject::quasi_identifiers)},
      {"rows_per_person", whole_number(1, 4)},
      {"groups", groups_argument},
      {"sensitive_column_size", whole_number(1, 3)},
      {"strict", expression({"true", "false"}, {"NULL"})},
      {"diversity_check", one_of({"exact", "bucket"})},
      {"cuts", one_of({"width", "correlation", "oblivious"})},
      {"plan_regions.columns", whole_number(1, 3)},
      {"regions", expression({"1", "2", "3", "5", "NULL"}, {"0", "-1", "2147483647"})},
      {"utility.release", relation_argument},
      {"republish_partitions.release", relation_argument},
      {"partitions",
       [](Choice& choice, const Subject& subject) -> std::string {
         if (subject.source == nullptr || !subject.source->partitioned || choice.one_in(10))
           return choice.of({"NULL", "'{}'", "'{pg_class}'", "'{NULL}'"});
         return some_partitions(choice, subject.source->name);
       }},
      {"shard",
       [](Choice& choice, const Subject& subject) {
         return source_argument(choice, subject) + "::regclass";
       }},
      {"region", expression({"0", "0", "1", "2"}, {"-1", "2147483647"})},
      {"number_key", expression({"repeat('0', 32)"}, {"''", "repeat('g', 32)", "'0'"})},
      {"plan",
       expression(
           {R"('{"rows": 60, "regions": [{"rows": 60}], "tree": [{"region": 0}]}')",
            R"('{"rows": 9, "regions": [{"rows": 4}, {"rows": 5}], "tree": [{"column": "a", "below": "3", "left": 1, "right": 2}, {"region": 0}, {"region": 1}]}')"},
           {"'{}'", "'[]'", "'1'",
            R"('{"rows": -1, "regions": [{"rows": -1}], "tree": [{"region": -1}]}')",
            R"('{"rows": 9, "regions": [{"rows": 9}], "tree": [{"column": "a", "below": "3", "left": 0, "right": 7}]}')",
            R"('{"rows": 9, "regions": [{"rows": 9}], "tree": [{"column": "a", "below": "3", "left": 1, "right": 1}, {"region": 3}]}')",
            R"('{"rows": 9, "regions": [{"rows": 9}], "tree": [{"region": 0}], "values": [{"column": "a"}], "groups": 3}')"})},
      {"released",
       [](Choice& choice, const Subject& subject) {
         return "ARRAY[" + relation_argument(choice, subject) + "::regclass::pg_catalog.oid]";
       }},
      {"audit_region.source",
       [](Choice& choice, const Subject& subject) {
         return source_argument(choice, subject) + "::regclass";
       }},
      {"audit_region.outsiders", expression({"NULL"}, {"'pg_class'::regclass"})},
      {"audit_region.question",
       one_of({"groups", "width", "covers", "counts", "membership in buckets",
               "membership in classes", "numbers", "links", "beliefs", "values alone", "fits",
               "guesses", "cuts", "verification", "disclosure", "nothing"})},
      {"known",
       [](Choice& choice, const Subject& subject) {
         return "'\\x01000000'::bytea || " + sent_text(told_release()(choice, subject)) + " || " +
                sent_text(
                    R"('{"tree": [{"region": 0}], "regions": [], "groups": [], "values": []}')");
       }},
      {"request",
       expression({R"('\x'::bytea)", R"('\x01000000'::bytea)", "decode(repeat('00', 64), 'hex')",
                   "decode(repeat('01', 40), 'hex') || decode(repeat('00', 90), 'hex')"},
                  {"decode(repeat('ff', 64), 'hex')", "decode('ffffffffffffff7f', 'hex')"})},
      {"mark", one_of({"a", "bucket", "no column"})},
      {"inference",
       expression({"0.5", "0.7", "0.9", "1", "NULL"}, {"0", "-0.1", "1.1", "'NaN'", "1e-300"})},
      {"loss", one_of({"width", "values", "entropy"})},
      {"infeasible", one_of({"regroup", "generalize", "generalize", "suppress", "error"})},
      {"discretization", one_of({"equal-width", "k-means"})},
      {"intervals", whole_number(2, 12)},
      {"in_place", expression({"false", "false", "true"}, {"true"})},
      {"target", target_argument},
      {"replace", expression({"true", "false"}, {"true"})},
      {"suppress",
       expression({"0", "0.1", "0.3", "0.5", "0.9"}, {"'NaN'", "'Infinity'", "1", "-0.1", "-1e-300",
                                                      "0.99999999999999999", "5e-324"})},
      {"privacy", models_argument},
      {"add_privacy_rule.privacy", [](Choice& choice, const Subject&) { return model(choice); }},
      {"seed", seed_argument},
      {"register_release.bucket_column",
       [](Choice& choice, const Subject& subject) {
         return choice.one_in(6) ? column_name_argument(choice, subject) : "'bucket'";
       }},
      {"bucketize_table.method", one_of({"anatomy", "mondrian"})},
      {"bucketize_rows.method", one_of({"anatomy", "mondrian"})},
      {"fragment_table.method", one_of({"dependency-graph", "naive", "delta-selectivity"})},
      {"register_release.method", one_of({"slicing"})},
      {"method", one_of({"slicing", "bucketization", "generalization", "gnf", "fragmentation"})},
      {"settings", expression({"NULL", "'{\"l\": [1, 2], \"columns\": 2}'", "'{\"k\": 2}'",
                               "'{\"class\": \"a\", \"k_anonymity\": [1, 3]}'"},
                              {"'[]'", "'{\"l\": []}'", "'{\"target\": \"x\"}'", "'{\"k\": {}}'"})},
      {"sample", expression({"10", "50", "NULL"}, {"0", "-1"})},
      {"smallest_group.release", whole_number(1, 30)},
      {"release_id", whole_number(1, 200)},
      {"reason", one_of({"a trial", " ", ""})},
      {"source_owner", one_of({"postgres", "nobody"})},
      {"may_see_series.source_owner", expression({"'pg_monitor'"}, {"NULL", "0"})},
      {"about.subject", expression({"'{1}'", "'{}'"}, {"NULL", "'{0,-1}'"})},
      {"figure", one_of({"guessed_right", "f", "median"})},
      {"statement", expression({"'SELECT ''{}''::pg_catalog.jsonb'"}, {"NULL"})},
      {"call_of.given", expression({"'{}'", "'{\"relation\": \"$2\"}'"}, {"'[]'", "'1'"})},
      {"reader",
       expression({"10", "'pg_monitor'::pg_catalog.regrole::pg_catalog.oid"}, {"0", "NULL"})},
      {"seconds", expression({"60", "0"}, {"'NaN'", "'Infinity'", "-1"})},
      {"audits",
       expression({"'{audit_inference,audit_membership}'"}, {"'{}'", "'{none}'", "NULL"})},
      {"until", expression({"pg_catalog.now()", "'infinity'"}, {"NULL"})},
      {"results",
       expression({"'{}'", "'{\"audit_inference\": \"none\"}'",
                   "'{\"audit_inference\": [1, {}, {\"near_right\": 0.5, \"naive\": null}]}'"},
                  {"'[]'", "'1'", "'{\"audit_linkability\": [{\"risk\": \"much\"}]}'"})},
      {"place_in_draw.columns", one_of({"s.age, s.sex"})},
      {"place_in_draw.subject", one_of({"s.number"})},
      {"audit_results.arguments", expression({"'{\"relation\": \"pg_class\"}'"}, {"'[]'", "'1'"})},
      {"figure_of.measure", one_of({"audit_inference", "information_loss", "relative_error"})},
      {"facts", expression({"'{\"release_id\": 1, \"relations\": []}'", "'{}'"},
                           {"'{\"relations\": 1}'", "'{\"release_id\": \"a\"}'", "NULL"})},
      {"share", fraction()},
      {"view_options", expression({"'{security_invoker=true}'", "'{security_barrier=on}'", "NULL"},
                                  {"'{security_invoker}'", "'{=}'", "'{NULL}'"})},
      {"about", relations_argument},
      {"of_release", expression({"true", "false"}, {"NULL"})},
      {"make_holder.kind", one_of({"hierarchy", "series"})},
      {"current_arguments.series", one_of({"weekly", "no such series"})},
      {"make_holder.owner",
       expression({"'postgres'::regrole", "'pg_monitor'::regrole"}, {"0::pg_catalog.oid", "NULL"})},
      {"holder", expression({"'pg_class'::regclass", "0::pg_catalog.oid"}, {"NULL"})},
      {"settle_grants.hierarchy", one_of({"zips", "none"})},
      {"published_rows", whole_number(0, 200)},
      {"suppressed_rows", whole_number(0, 200)},
      {"command", one_of({"explore", "audit", "slice_table"})},
      {"steps", expression({"3", "0", "NULL"}, {"-1", "2147483647"})},
      {"role", one_of({"sensitive", "quasi-identifier"})},
      {"partners", expression({"'{a,b}'", "'{}'"}, {"NULL"})},
      {"others", whole_number(0, 3)},
      {"parameters", expression({"'{}'", "'{\"l\": 2}'"}, {"'[]'", "'1'", "NULL"})},
      {"release_owner", expression({"'postgres'::regrole"}, {"0::pg_catalog.oid", "NULL"})},
      {"generalized", expression({"true", "false"}, {"NULL"})},
      {"type",
       expression({"'integer'::regtype", "'text'::regtype"}, {"0::pg_catalog.oid", "NULL"})},
      {"reading", one_of({"value", "range"})},
      {"description", expression({"NULL", "NULL", "'{}'"}, {"'[]'", "'1'"})},
      {"format", one_of({"joined", "anatomy", "tables"})},
      {"recoding", one_of({"mondrian", "mondrian", "multiset", "full-domain", "cell"})},
      {"hierarchies", hierarchies_argument},
      {"harmless", harmless_argument},
      {"rules", rules(1, 3, true)},
      {"irreducible_privacy_rules.rules", rules(0, 8, false)},
      {"expand_privacy_rules.rules", rules(0, 4, false)},
      {"check_gnf.rules", rules(0, 5, false)},
      {"dependencies", rules(0, 4, false)},
      {"parts", parts_argument},
      {"protection", one_of({"declared", "bucketized"})},
      {"algorithm", one_of({"uad", "gd", "single-attribute", "multi-sa"})},
      {"class",
       [](Choice& choice, const Subject& subject) {
         return literal(choice.one_in(60)   ? wrong_name(choice, subject)
                        : choice.one_in(20) ? some_attribute(choice, subject)
                                            : subject.class_attribute);
       }},
      {"fragments",
       [](Choice& choice, const Subject& subject) -> std::string {
         if (choice.one_in(40)) return choice.of({"0", "-1", "2147483647", "61"});
         const std::size_t most =
             subject.source == nullptr ? 2 : subject.source->attributes.size() - 1;
         return std::to_string(1 + choice.below(std::clamp<std::size_t>(most, 1, 4)));
       }},
      {"delta", fraction()},
      {"delta_disclosure.delta", fraction()},
      {"measure", one_of({"phi2", "mutual-information", "pearson"})},
      {"max_determinant", whole_number(0, 3)},
      {"tuple",
       [](Choice& choice, const Subject& subject) {
         return tuple_argument(choice, known_attributes(subject, true));
       }},
      {"predicate",
       [](Choice& choice, const Subject& subject) {
         return predicate_argument(choice, known_attributes(subject, false));
       }},
      {"predicates",
       [](Choice& choice, const Subject& subject) {
         return predicate_argument(choice, known_attributes(subject, false));
       }},
      {"group_by",
       [](Choice& choice, const Subject& subject) {
         return subject.source == nullptr
                    ? "'{a}'"
                    : text_array(choice.some(attribute_names(*subject.source), 2));
       }},
      {"attributes",
       [](Choice& choice, const Subject& subject) {
         return subject.source == nullptr
                    ? "'{a}'"
                    : text_array(choice.some(attribute_names(*subject.source), 4));
       }},
      {"measures", expression({"'{count}'", "'{count,persons}'"},
                              {"'{}'", "'{sum()}'", "'{avg(a)}'", "'{NULL}'", "'{median(a)}'"})},
      {"estimate.method", one_of({"likelihood", "mixed"})},
      {"query_dimension", whole_number(1, 3)},
      {"selectivity", expression({"0.1", "0.4", "1"}, {"0", "'NaN'", "-1", "2", "1e-300"})},
      {"model", one_of({"logistic", "naive_bayes"})},
      {"persons", expression({"false", "false", "true"}, {"true"})},
      {"left_out.persons", whole_number(0, 30)},
      {"draw_sample.columns", expression({"'s.a'", "'1 AS a'"}, {"''", "'*'"})},
      {"draw_sample.persons", expression({"NULL"}, {"'1'"})},
      {"drawn_by", whole_number(0, 9)},
      {"singling", expression({"false", "true"}, {"NULL"})},
      {"left_out.waiting", whole_number(0, 30)},
      {"left_out.withheld", whole_number(0, 30)},
      {"control", expression({"0.2", "0.5"}, {"0", "1", "'NaN'", "-1", "1e-300"})},
      {"outsiders",
       [](Choice& choice, const Subject& subject) -> std::string {
         if (choice.one_in(2) || subject.source == nullptr) return "NULL";
         return source_argument(choice, subject);
       }},
      {"copy", expression({"'pg_class'::regclass"}, {"0::pg_catalog.oid::regclass"})},
      {"audit", one_of({"audit_inference", "audit_membership", "disclosure", "none"})},
      {"called", expression({"microdata.function_of_extension('slice_table')"}, {"NULL"})},
      {"required_arguments.given",
       expression({"'{\"groups\": \"{a}\"}'", "'{}'"}, {"'[]'", "NULL"})},
      {"arguments", expression({"'{\"columns\": 1, \"size\": 2}'", "'{}'"}, {"'[]'", "'1'"})},
      {"left", names_of(&Subject::quasi_identifiers)},
      {"right", names_of(&Subject::sensitive)},
      {"attacks", expression({"1", "20", "2000"}, {"0", "-1", "2147483647"})},
      {"tolerance", expression({"NULL", "'0'", "'1.5'", "'\"5%\"'", "'{}'"},
                               {"'-1'", "'\"x\"'", "'[]'", "'{\"none\": 1}'", "'null'"})},
      {"iterations", expression({"0", "1", "8"}, {"-1", "101", "2147483647"})},
      {"population",
       [](Choice& choice, const Subject& subject) -> std::string {
         if (choice.one_in(2) || subject.source == nullptr) return "NULL";
         return source_argument(choice, subject);
       }},
      {"weights",
       [](Choice& choice, const Subject& subject) {
         return choice.one_in(2)    ? std::string("NULL")
                : choice.one_in(30) ? literal(wrong_name(choice, subject))
                                    : literal(some_attribute(choice, subject));
       }},
      {"combinations", whole_number(0, 2)},
      {"queries", expression({"1", "10", "30"}, {"0", "-1", "100001", "2147483647"})},
      {"name", new_hierarchy_name},
      {"create_series.series", one_of({"weekly", "weekly", "Monthly", "by \"hand\""})},
      {"sentence.about", one_of({"finding", "verification", "not done", "draft hint", "none"})},
      {"sentence.facts", expression({"'{}'", "'[{\"requirement\": \"a\", \"holds\": false}]'",
                                     "'{\"gate\": \"loss\", \"bound\": 0.1, \"achieved\": 0.2}'"},
                                    {"'[]'", "'1'", "NULL"})},
      {"facts", expression({"'{}'", "'{\"release_id\": 1}'"}, {"'[]'", "NULL"})},
      {"publish_series.series", series_name},
      {"publish_edition.series", series_name},
      {"show_edition.series", series_name},
      {"old_editions.series", series_name},
      {"drop_edition.series", series_name},
      {"alter_series.series", series_name},
      {"alter_series.method", one_of({"bucketization", "slicing", "generalization"})},
      {"alter_series.arguments", series_arguments},
      {"verify_series.series", series_name},
      {"drop_series.series", series_name},
      {"approve_edition.series", series_name},
      {"approve_edition.edition", whole_number(1, 3)},
      {"schedule_series.series", series_name},
      {"unschedule_series.series", series_name},
      {"schedule", one_of({"0 3 * * 0", "*/5 1-2 * jan mon", "@daily", "* *", ""})},
      {"begin_run.series", series_name},
      {"run_id", whole_number(1, 30)},
      {"end_run.edition", whole_number(1, 3)},
      {"sqlerrcode", one_of({"22012", "x", ""})},
      {"message", one_of({"a message", ""})},
      {"detail", one_of({"A detail.", ""})},
      {"hint", one_of({"A hint.", ""})},
      {"check_gate_of_method.gate", one_of({"verify", "loss", "linkability", "composition"})},
      {"audited_figure.gate", one_of({"inference", "membership", "composition", "none"})},
      {"checked_gate.gate", expression({"'{\"verify\": true, \"rows\": [0.5, 2]}'", "NULL"},
                                       {"'[]'", "'{\"x\": 1}'", "'{\"loss\": 2}'"})},
      {"checked_gate.arguments", expression({"'{}'", "'{\"rows\": \"growing\"}'"}, {"'[]'"})},
      {"given_models.given",
       expression({"'\"k_anonymity(3)\"'",
                   "'[{\"model\": \"t_closeness\", \"parameters\": {\"t\": 0.2}}]'"},
                  {"'[]'", "'null'", "'{\"model\": 1}'", "'\"k_anonymity(99999999999)\"'"})},
      {"independent", expression({"false", "true"}, {"NULL"})},
      {"gate_findings.series", series_name},
      {"gate_findings.edition", whole_number(1, 3)},
      {"view", expression({"NULL", "'fuzz.view'", "'fuzz.view'", "''"}, {"'fuzz.'", "'no.view'"})},
      {"create_series.keep", expression({"NULL", "0", "1", "2"}, {"-1", "2147483647"})},
      {"alter_series.keep", expression({"NULL", "0", "1", "2"}, {"-1", "2147483647"})},
      {"gate", expression({"NULL", "'{}'", "'{\"verify\": true}'", "'{\"rows\": [0.5, 2]}'"},
                          {"'[]'", "'{\"rows\": 1}'", "'null'"})},
      {"approve", expression({"false", "false", "true"}, {"NULL"})},
      {"anew", expression({"false", "true"}, {"NULL"})},
      {"edition", expression({"1", "1", "2", "3"}, {"0", "-1", "2147483647"})},
      {"wait", expression({"false", "true"}, {"NULL"})},
      {"create_series.method", one_of({"bucketization", "slicing", "generalization"})},
      {"create_series.arguments", series_arguments},
      {"drop_hierarchy.name",
       [](Choice& choice, const Subject& subject) {
         return literal(some_hierarchy(choice, subject));
       }},
      {"grant_hierarchy.name",
       [](Choice& choice, const Subject& subject) {
         return literal(some_hierarchy(choice, subject));
       }},
      {"revoke_hierarchy.name",
       [](Choice& choice, const Subject& subject) {
         return literal(some_hierarchy(choice, subject));
       }},
      {"grantee", one_of({"fuzz_user", "fuzz_user", "postgres", "public"})},
      {"declare_hierarchy.name",
       [](Choice& choice, const Subject& subject) {
         return choice.one_in(8) ? std::string("NULL") : literal(some_hierarchy(choice, subject));
       }},
      {"hierarchy_labels.name",
       [](Choice& choice, const Subject& subject) {
         return literal(some_hierarchy(choice, subject));
       }},
      {"create_hierarchy.relation",
       [](Choice& choice, const Subject& subject) {
         if (subject.world->level_tables.empty() || choice.one_in(20))
           return source_argument(choice, subject);
         return literal(choice.of(subject.world->level_tables).name);
       }},
      {"attribute",
       [](Choice& choice, const Subject& subject) {
         return literal(choice.one_in(30) ? wrong_name(choice, subject)
                                          : attribute_for_hierarchy(choice, subject));
       }},
      {"register_release.relation",
       [](Choice& choice, const Subject& subject) {
         return subject.external == nullptr || choice.one_in(20) ? source_argument(choice, subject)
                                                                 : literal(subject.external->name);
       }},
      {"attributes",
       [](Choice& choice, const Subject& subject) {
         return subject.source == nullptr
                    ? "'{a}'"
                    : text_array(choice.some(attribute_names(*subject.source), 3)) + "::name[]";
       }},
      {"lower",
       expression({"0", "-100", "0.1"}, {"'NaN'", "'-Infinity'", "1e308", "-1e308", "5e-324"})},
      {"upper", expression({"100", "50", "0.4"}, {"'NaN'", "'Infinity'", "1e308", "-1", "5e-324"})},
      {"widths",
       expression({"'{10,20}'", "'{5}'", "'{0.1,0.2}'", "'{1,10,100}'"},
                  {"'{}'", "'{NaN}'", "'{0}'", "'{-1}'", "'{3,5}'", "ARRAY[NULL]::float8[]",
                   "'{5e-324,1e308}'", "'{1e-300}'", "'{{1},{2}}'", "'{Infinity}'", "'{20,10}'"})},
      {"keep", expression({"'{1}'", "'{2,1}'", "'{4,2,0}'"},
                          {"'{}'", "'{0}'", "'{-1}'", "'{1,2}'", "ARRAY[NULL]::integer[]",
                           "'{2147483647,1}'", "'{{2},{1}}'", "'{1,1}'"})},
      {"units", expression({"'{day,month,year}'", "'{week}'", "'{quarter,year,decade}'",
                            "'{year,century}'", "'{month}'"},
                           {"'{}'", "'{hour}'", "'{week,month}'", "'{NULL}'", "'{Day}'",
                            "'{year,year}'", "'{decade,century}'", "'{{day},{year}}'"})},
      {"alpha", fraction()},
      {"variant", one_of({"frequency", "distinct", "entropy", "recursive"})},
      {"c", fraction()},
      {"value", one_of({"a", "1", "", "NULL"})},
      {"t", fraction()},
      {"t_closeness.distance", one_of({"equal", "ordered", "hierarchical"})},
      {"belief_distance.distance",
       one_of({"total-variation", "kullback-leibler", "jensen-shannon"})},
      {"beta", fraction()},
      {"rho1", fraction()},
      {"rho2", fraction()},
      {"b", fraction()},
      {"rule", [](Choice& choice,
                  const Subject& subject) { return literal(rule_text(choice, subject, true)); }},
      {"comment", one_of({"a comment", ""})},
      {"rule_id",
       [](Choice& choice, const Subject& subject) -> std::string {
         if (subject.world->rules.empty() || choice.one_in(8))
           return choice.of({"0", "-1", "9223372036854775807", "1"});
         return choice.of(subject.world->rules);
       }},
  };
  return all;
}

}  // namespace

const ArgumentMaker* argument_maker(const std::string& function, const std::string& argument) {
  static const Makers all = makers();
  auto found = all.find(function + "." + argument);
  if (found == all.end()) found = all.find(argument);
  return found == all.end() ? nullptr : &found->second;
}

}  // namespace microdata::fuzz
