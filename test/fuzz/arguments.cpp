#include "arguments.hpp"

#include <algorithm>
#include <cstdio>

#include "json_arguments.hpp"
#include "names.hpp"

namespace microdata::fuzz {

namespace {

using Makers = std::map<std::string, ArgumentMaker>;

std::string number_text(double number) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", number);
  return text;
}

std::vector<std::string> attribute_names(const Relation& relation) {
  std::vector<std::string> names;
  for (const Attribute& attribute : relation.attributes)
    names.push_back(attribute.name);
  return names;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string some_attribute(Choice& choice, const Subject& subject) {
  if (subject.source == nullptr || subject.source->attributes.empty()) return "age";
  return choice.of(subject.source->attributes).name;
}

std::string wrong_name(Choice& choice, const Subject& subject) {
  switch (choice.below(6)) {
    case 0:
      return "";
    case 1:
      return "ctid";
    case 2:
      return "no such attribute";
    case 3:
      return std::string(static_cast<std::size_t>(choice.between(63, 80)), 'z');
    case 4:
      return identifier(some_attribute(choice, subject));
    default: {
      std::string name = some_attribute(choice, subject);
      for (char& c : name)
        c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c);
      return name;
    }
  }
}

// A list as one of the types that are taken for one; now and then a text that is none.
std::string list_argument(Choice& choice, const std::vector<Text>& texts) {
  if (choice.one_in(300))
    return literal(texts.empty() || !texts.front() ? "" : *texts.front()) + no_list_mark;
  return text_array(texts) + (choice.one_in(10)   ? "::pg_catalog.varchar[]"
                              : choice.one_in(10) ? "::pg_catalog.text"
                                                  : "");
}

// A list of attributes; now and then with something wrong in it.
std::string name_list(Choice& choice, const Subject& subject,
                      const std::vector<std::string>& names) {
  std::vector<Text> texts(names.begin(), names.end());
  if (choice.one_in(150)) texts.emplace_back(wrong_name(choice, subject));
  if (choice.one_in(300)) texts.emplace_back();
  if (choice.one_in(200) && !texts.empty()) texts.push_back(texts.front());
  if (choice.one_in(200)) texts.emplace_back(some_attribute(choice, subject));
  if (texts.empty() && choice.one_in(2)) return "NULL";
  if (choice.one_in(300))
    return "ARRAY[[" + literal_or_null(texts.empty() ? Text("x") : texts.front()) + "]]::text[]";
  return list_argument(choice, texts);
}

ArgumentMaker names_of(std::vector<std::string> Subject::*list) {
  return [list](Choice& choice, const Subject& subject) {
    return name_list(choice, subject, subject.*list);
  };
}

// One of these texts, or now and then another.
ArgumentMaker one_of(std::vector<std::string> usual) {
  return [usual = std::move(usual)](Choice& choice, const Subject&) -> std::string {
    if (choice.one_in(60))
      return literal(choice.of({"", "no such thing", "RELAXED", " strict", "exact\n"}));
    return literal(choice.of(usual));
  };
}

ArgumentMaker expression(std::vector<std::string> usual, std::vector<std::string> wrong) {
  return [usual = std::move(usual), wrong = std::move(wrong)](Choice& choice, const Subject&) {
    return choice.one_in(40) ? choice.of(wrong) : choice.of(usual);
  };
}

ArgumentMaker whole_number(int least, int greatest) {
  return [=](Choice& choice, const Subject&) -> std::string {
    if (choice.one_in(40))
      return choice.of({"0", "-1", "2147483647", "-2147483648", "10001", "4194304"});
    return std::to_string(choice.between(least, greatest));
  };
}

ArgumentMaker fraction() {
  return expression(
      {"0", "0.1", "0.25", "0.5", "0.9", "1"},
      {"'NaN'", "'Infinity'", "'-Infinity'", "-1", "-1e-300", "1e308", "5e-324", "2"});
}

std::string l_argument(Choice& choice, const Subject& subject) {
  if (choice.one_in(40)) {
    return choice.of({"'NaN'", "'Infinity'", "'-Infinity'", "0", "-2", "0.9999999", "1e308",
                      "1e300", "1.0000000000000002", "4294967295", "5e-324"});
  }
  return number_text(subject.l);
}

std::string k_argument(Choice& choice, const Subject& subject) {
  if (choice.one_in(50)) return choice.of({"0", "-1", "2147483647", "-2147483648", "1000000"});
  return std::to_string(subject.k);
}

std::string source_argument(Choice& choice, const Subject& subject) {
  if (choice.one_in(60) || subject.source == nullptr) {
    return choice.of({"0::regclass", "4242424::oid::regclass", "'pg_class'", "'pg_proc'",
                      "'pg_statistic'", "'pg_locks'", "'pg_class_oid_index'",
                      "'information_schema.tables'", "'microdata.releases'",
                      "'microdata.release_record'", "'fuzz_types.pair'", "'pg_stats'",
                      "'pg_no_such'", "'microdata.privacy_rule_record_rule_id_seq'",
                      "'pg_stat_activity'", "'pg_attribute'", "'pg_settings'"});
  }
  if (choice.one_in(30) && !subject.world->releases.empty())
    return literal(choice.of(choice.of(subject.world->releases).relations));
  if (choice.one_in(40)) return literal(choice.of(subject.world->relations).name);
  return literal(subject.source->name);
}

std::string relation_argument(Choice& choice, const Subject& subject) {
  if (choice.one_in(30) || subject.release == nullptr) return source_argument(choice, subject);
  return literal(choice.of(subject.release->relations));
}

// Of any sources.
std::string relations_argument(Choice& choice, const Subject& subject) {
  if (choice.one_in(20) || subject.release == nullptr)
    return choice.of({"'{}'", "'{pg_class}'", "ARRAY[NULL]::regclass[]"});
  std::vector<std::string> relations{literal(choice.of(subject.release->relations))};
  for (std::size_t more = choice.below(3); more > 0; --more)
    relations.push_back(literal(choice.of(choice.of(subject.world->releases).relations)));
  return "ARRAY[" + joined(relations, ", ") + "]::regclass[]";
}

std::string row_type_argument(Choice& choice, const Subject& subject) {
  if (choice.one_in(60) || subject.source == nullptr) {
    return choice.of({"NULL::integer", "NULL::fuzz_types.pair", "NULL::text", "NULL::integer[]",
                      "NULL::pg_class", "ROW(1,2)", "'a'::text"});
  }
  return "NULL::" + subject.source->name;
}

// Columns by hand: all published attributes, divided at random; the names as in SQL.
std::string groups_argument(Choice& choice, const Subject& subject) {
  std::vector<std::vector<std::string>> groups(
      static_cast<std::size_t>(std::clamp(subject.columns, 1, 100)));
  if (subject.source != nullptr) {
    auto names = attribute_names(*subject.source);
    choice.shuffle(names);
    std::size_t place = 0;
    for (const std::string& name : names) {
      if (contains(subject.identifiers, name) != choice.one_in(60)) continue;
      const std::size_t group = place < groups.size() ? place : choice.below(groups.size());
      groups[group].push_back(identifier(name));
      ++place;
    }
  }
  std::vector<Text> texts;
  for (const auto& group : groups)
    texts.emplace_back(joined(group, choice.of({", ", ",", " , "})));
  if (choice.one_in(60))
    texts.emplace_back(
        choice.of({"", ",", "\"", "a b c", "\"a\" \"b\"", "a,,b", "\"\"", "no_such"}));
  if (choice.one_in(150)) texts.emplace_back();
  return list_argument(choice, texts);
}

std::string target_argument(Choice& choice, const Subject& subject) {
  switch (choice.below(16)) {
    case 0:
      return literal("fuzz." + identifier(new_name(choice, {}, 100)));
    case 1:
      return literal(choice.of({"a.b.c", "a.b.c.d", "", "\"\"", ".", "a.", "no_such_schema.x",
                                "pg_temp.x", "pg_catalog.x", "microdata.x", "postgres.fuzz.x",
                                "\"unterminated", " x ", "X.Y", "fuzz.a.b", "x y"}));
    case 2:
      return subject.source == nullptr ? "NULL" : literal(subject.source->name);
    case 3:
      return "NULL";
    default:
      return literal("fuzz.release_" + std::to_string(choice.below(12)));
  }
}

std::string column_name_argument(Choice& choice, const Subject&) {
  if (choice.one_in(10)) return literal(choice.of({"", "ctid", "tableoid", "xmin"}));
  if (choice.one_in(10))
    return literal(std::string(static_cast<std::size_t>(choice.between(60, 70)), 'w'));
  return literal(new_name(choice, {}, 60));
}

std::string model(Choice& choice) {
  if (choice.one_in(60)) return "NULL::privacy_model";
  const bool wrong = choice.one_in(40);
  const auto parameter = [&](std::initializer_list<const char*> usual) -> std::string {
    if (wrong && choice.one_in(2))
      return choice.of({"NULL", "'NaN'", "'Infinity'", "-1", "0", "1e308"});
    return choice.of(usual);
  };
  const auto whole = [&](std::initializer_list<const char*> usual) -> std::string {
    if (wrong && choice.one_in(2)) return choice.of({"NULL", "-1", "0", "2147483647"});
    return choice.of(usual);
  };
  switch (choice.below(12)) {
    case 0:
    case 1:
      return "k_anonymity(" + whole({"1", "2", "3", "5"}) + ")";
    case 2:
      return "l_diversity(" + parameter({"1", "1.5", "2", "3"}) + ")";
    case 3:
      return "l_diversity(" + parameter({"1", "1.5", "2", "3"}) + ", 'distinct')";
    case 4:
      return "l_diversity(" + parameter({"1", "1.5", "2"}) + ", 'entropy')";
    case 5:
      return "l_diversity(" + parameter({"1", "2", "3"}) + ", 'recursive', " +
             parameter({"0.5", "1", "2", "5"}) + ")";
    case 6:
      return "alpha_k_anonymity(" + parameter({"0.3", "0.5", "0.8", "1"}) + ", " +
             whole({"1", "2", "3"}) + choice.of({")", ", 'a')", ", NULL)", ", '1')"});
    case 7:
      return "t_closeness(" + parameter({"0.2", "0.4", "0.7", "1"}) +
             choice.of({")", ", 'ordered')", ", 'ordered')", ", 'hierarchical')", ", 'equal')"});
    case 8:
      return "delta_disclosure(" + parameter({"0.7", "1.5", "3"}) + ")";
    case 9:
      return "beta_likeness(" + parameter({"0.5", "1", "4"}) + ")";
    case 10:
      return "rho_breach(" + parameter({"0.1", "0.3"}) + ", " + parameter({"0.5", "0.8"}) + ")";
    default:
      return "belief_distance(" + parameter({"0.3", "0.6", "1"}) +
             choice.of({")", ", 'kullback-leibler')", ", 'jensen-shannon')"});
  }
}

std::string models_argument(Choice& choice, const Subject&) {
  if (choice.one_in(50))
    return choice.of(
        {"'{}'::privacy_model[]", "ARRAY[NULL]::privacy_model[]", "ARRAY[[k_anonymity(2)]]"});
  std::vector<std::string> models;
  for (int i = choice.between(1, 2); i > 0; --i)
    models.push_back(model(choice));
  return "ARRAY[" + joined(models, ", ") + "]::privacy_model[]";
}

std::string seed_argument(Choice& choice, const Subject&) {
  if (choice.one_in(30))
    return choice.of({"9223372036854775807", "-9223372036854775808", "0", "-1"});
  return std::to_string(choice.below(1000000));
}

std::string some_hierarchy(Choice& choice, const Subject& subject) {
  if (choice.one_in(30) || subject.world->hierarchies.empty())
    return choice.of({"no such hierarchy", "", "fuzz 1"});
  return subject.hierarchy != nullptr && !choice.one_in(20)
             ? subject.hierarchy->name
             : choice.of(subject.world->hierarchies).name;
}

// Whether a hierarchy of that kind may be made for values of the type.
bool suits(const Hierarchy& hierarchy, const Attribute& attribute) {
  const std::string& type = attribute.type->declaration;
  const auto among = [&](std::initializer_list<const char*> types) {
    return std::any_of(types.begin(), types.end(),
                       [&](const char* known) { return type.starts_with(known); });
  };
  if (hierarchy.kind == "create_date_hierarchy")
    return among({"date", "timestamp"}) && type != "daterange";
  if (hierarchy.kind == "create_interval_hierarchy")
    return among({"integer", "numeric", "double", "smallint", "bigint", "real"}) &&
           !type.ends_with("[]");
  if (hierarchy.kind == "create_prefix_hierarchy")
    return among({"text", "varchar", "char", "uuid", "fuzz_types.mood"}) && !type.ends_with("[]");
  return hierarchy.attribute == attribute.name;
}

// An attribute that the subject's hierarchy is made for, where there is one.
std::string attribute_for_hierarchy(Choice& choice, const Subject& subject) {
  std::vector<std::string> names;
  if (subject.source != nullptr && subject.hierarchy != nullptr) {
    for (const Attribute& attribute : subject.source->attributes) {
      if (suits(*subject.hierarchy, attribute)) names.push_back(attribute.name);
    }
  }
  return names.empty() ? some_attribute(choice, subject) : choice.of(names);
}

std::string hierarchies_argument(Choice& choice, const Subject& subject) {
  if (choice.one_in(30)) {
    return choice.of({"'[]'", "'null'", "'1'", "'{\"\": \"x\"}'", "'{\"a\": 1}'", "'{\"a\": {}}'",
                      "'{\"a\": [\"x\"]}'", "'\"x\"'"});
  }
  std::vector<std::string> entries;
  for (int i = choice.between(0, 2); i > 0; --i) {
    const std::string name =
        choice.one_in(30) ? wrong_name(choice, subject) : attribute_for_hierarchy(choice, subject);
    entries.push_back(json_string(name) + ": " +
                      (choice.one_in(5) ? "null" : json_string(some_hierarchy(choice, subject))));
  }
  return literal("{" + joined(entries, ", ") + "}") + "::jsonb";
}

// Of attributes of the source where there is one, otherwise of the first letters.
std::string rule_text(Choice& choice, const Subject& subject, bool quoted,
                      const char* arrow = "->") {
  std::vector<std::string> names;
  if (quoted && subject.source != nullptr) {
    for (const std::string& name : attribute_names(*subject.source)) {
      if (!contains(subject.identifiers, name) || choice.one_in(60))
        names.push_back(identifier(name));
    }
  } else {
    names = {"a", "b", "c", "d", "e", "f", "g"};
  }
  if (choice.one_in(40)) {
    return choice.of({"", "->", "a ->", "-> b", "a -> b -> c", "a b -> c", "a, -> b", "\"a -> b",
                      "a -> a", "no_such -> b", "a,a -> b", "\"\" -> a", "a=>b"});
  }
  choice.shuffle(names);
  const std::size_t left = names.size() < 2
                               ? names.size()
                               : 1 + choice.below(std::min<std::size_t>(names.size() - 1, 3));
  const std::size_t right = choice.one_in(5) ? 2 : 1;
  std::vector<std::string> known(
      names.begin(), names.begin() + static_cast<std::ptrdiff_t>(std::min(left, names.size())));
  std::vector<std::string> protected_names(
      names.begin() + static_cast<std::ptrdiff_t>(std::min(left, names.size())),
      names.begin() + static_cast<std::ptrdiff_t>(std::min(left + right, names.size())));
  return joined(known, ", ") + " " + arrow + " " + joined(protected_names, ", ");
}

ArgumentMaker rules(int least, int greatest, bool of_source) {
  return [=](Choice& choice, const Subject& subject) {
    std::vector<Text> texts;
    for (int i = choice.between(least, greatest); i > 0; --i)
      texts.emplace_back(rule_text(choice, subject, of_source));
    if (choice.one_in(100)) texts.emplace_back();
    return list_argument(choice, texts);
  };
}

std::string parts_argument(Choice& choice, const Subject& subject) {
  std::vector<Text> texts;
  for (int i = choice.between(1, 6); i > 0; --i) {
    const auto names = choice.some(std::vector<std::string>{"a", "b", "c", "d", "e", "f", "g"},
                                   static_cast<std::size_t>(choice.between(1, 5)));
    std::string part = joined(names, ", ");
    if (choice.one_in(3)) part += " : " + rule_text(choice, subject, false);
    if (choice.one_in(60))
      part = choice.of({"", ":", "a :", ": a -> b", "a, , b", "a : b", "a : a -> b : c"});
    texts.emplace_back(part);
  }
  if (choice.one_in(100)) texts.emplace_back();
  return list_argument(choice, texts);
}

const std::vector<Attribute>& known_attributes(const Subject& subject, bool known_only) {
  static const std::vector<Attribute> none;
  if (subject.release != nullptr)
    return known_only ? subject.release->known : subject.release->attributes;
  return subject.source != nullptr ? subject.source->attributes : none;
}

std::string new_hierarchy_name(Choice& choice, const Subject&) {
  if (choice.one_in(20))
    return literal(choice.of({"", " ", "😀", "a\"b", std::string(64, 'h').c_str()}));
  return literal("fuzz " + std::to_string(choice.below(12)));
}

Makers makers() {
  Makers all = {
      {"source", source_argument},
      {"relation", relation_argument},
      {"relations", relations_argument},
      {"row_type", row_type_argument},
      {"columns",
       [](Choice& choice, const Subject& subject) -> std::string {
         if (choice.one_in(40)) return choice.of({"0", "-1", "2147483647", "61", "1601"});
         return std::to_string(subject.columns);
       }},
      {"l", l_argument},
      {"k", k_argument},
      {"sensitive", names_of(&Subject::sensitive)},
      {"identifiers", names_of(&Subject::identifiers)},
      {"insensitive", names_of(&Subject::insensitive)},
      {"quasi_identifiers", names_of(&Subject::quasi_identifiers)},
      {"subject", names_of(&Subject::telling_apart)},
      {"person_attributes", names_of(&Subject::quasi_identifiers)},
      {"rows_per_person", whole_number(1, 4)},
      {"groups", groups_argument},
      {"sensitive_column_size", whole_number(1, 3)},
      {"grouping", one_of({"relaxed", "strict"})},
      {"diversity_check", one_of({"exact", "bucket"})},
      {"cuts", one_of({"feasible", "oblivious"})},
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
      {"bucket_column", column_name_argument},
      {"register_release.bucket_column",
       [](Choice& choice, const Subject& subject) {
         return choice.one_in(6) ? column_name_argument(choice, subject) : "'bucket'";
       }},
      {"weight_column", column_name_argument},
      {"count_column", column_name_argument},
      {"bucketize_table.method", one_of({"anatomy", "mondrian"})},
      {"bucketize_rows.method", one_of({"anatomy", "mondrian"})},
      {"fragment_table.method", one_of({"dependency-graph", "naive", "delta-selectivity"})},
      {"register_release.method", one_of({"slicing"})},
      {"method", one_of({"slicing", "bucketization", "generalization", "gnf", "fragmentation"})},
      {"settings",
       expression({"NULL", "'{\"l\": [1, 2], \"columns\": 2}'", "'{\"k\": 2}'",
                   "'{\"class\": \"a\", \"k_anonymity\": [1, 3]}'"},
                  {"'[]'", "'{\"l\": []}'", "'{\"target\": \"x\"}'", "'{\"k\": {}}'"})},
      {"sample", expression({"10", "50", "NULL"}, {"0", "-1"})},
      {"release", whole_number(1, 30)},
      {"figure", one_of({"guessed_right", "f", "median"})},
      {"statement", expression({"'SELECT ''{}''::pg_catalog.jsonb'"}, {"NULL"})},
      {"seconds", expression({"60", "0"}, {"'NaN'", "'Infinity'", "-1"})},
      {"audits", expression({"'{audit_inference,audit_membership}'"}, {"'{}'", "'{none}'", "NULL"})},
      {"until", expression({"pg_catalog.now()", "'infinity'"}, {"NULL"})},
      {"results", expression({"'{}'", "'{\"audit_inference\": \"none\"}'"}, {"'[]'", "'1'"})},
      {"place_in_draw.columns", one_of({"s.age, s.sex"})},
      {"place_in_draw.subject", one_of({"s.number"})},
      {"audit_results.arguments", expression({"'{\"relation\": \"pg_class\"}'"}, {"'[]'", "'1'"})},
      {"figure_of.measure", one_of({"audit_inference", "information_loss", "relative_error"})},
      {"model_sentence.privacy",
       expression({"'[]'", "'[{\"model\": \"k_anonymity\", \"parameters\": {\"k\": 2}}]'"},
                  {"'{}'", "'1'"})},
      {"share", fraction()},
      {"role", one_of({"sensitive", "quasi-identifier"})},
      {"partners", expression({"'{a,b}'", "'{}'"}, {"NULL"})},
      {"others", whole_number(0, 3)},
      {"parameters", expression({"'{}'", "'{\"l\": 2}'"}, {"'[]'", "'1'", "NULL"})},
      {"release_owner", expression({"'postgres'::regrole"}, {"0::oid", "NULL"})},
      {"generalized", expression({"true", "false"}, {"NULL"})},
      {"type", expression({"'integer'::regtype", "'text'::regtype"}, {"0::oid", "NULL"})},
      {"reading", one_of({"value", "range"})},
      {"description", expression({"NULL", "NULL", "'{}'"}, {"'[]'", "'1'"})},
      {"format", one_of({"joined", "anatomy"})},
      {"recoding", one_of({"mondrian", "mondrian", "multiset", "full-domain", "cell"})},
      {"hierarchies", hierarchies_argument},
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
      {"relative_error.attributes",
       [](Choice& choice, const Subject& subject) {
         return subject.source == nullptr
                    ? "'{a}'"
                    : text_array(choice.some(attribute_names(*subject.source), 4));
       }},
      {"measures", expression({"'{count}'", "'{count,count}'"},
                              {"'{}'", "'{sum()}'", "'{avg(a)}'", "'{NULL}'", "'{median(a)}'"})},
      {"estimate.method", one_of({"likelihood", "mixed"})},
      {"query_dimension", whole_number(1, 3)},
      {"selectivity", expression({"0.1", "0.4", "1"}, {"0", "'NaN'", "-1", "2", "1e-300"})},
      {"model", one_of({"logistic", "naive_bayes"})},
      {"persons", expression({"false", "false", "true"}, {"true"})},
      {"control", expression({"0.2", "0.5"}, {"0", "1", "'NaN'", "-1", "1e-300"})},
      {"outsiders",
       [](Choice& choice, const Subject& subject) -> std::string {
         if (choice.one_in(2) || subject.source == nullptr) return "NULL";
         return source_argument(choice, subject);
       }},
      {"copy", expression({"'pg_class'::regclass"}, {"0::oid::regclass"})},
      {"audit", one_of({"audit_inference", "audit_membership", "disclosure", "none"})},
      {"called", expression({"microdata.function_of_extension('slice_table')"}, {"NULL"})},
      {"arguments", expression({"'{\"columns\": 1, \"size\": 2}'", "'{}'"}, {"'[]'", "'1'"})},
      {"left", names_of(&Subject::quasi_identifiers)},
      {"right", names_of(&Subject::sensitive)},
      {"attacks", expression({"1", "20", "2000"}, {"0", "-1", "2147483647"})},
      {"iterations", expression({"0", "1", "8"}, {"-1", "101", "2147483647"})},
      {"population",
       [](Choice& choice, const Subject& subject) -> std::string {
         if (choice.one_in(2) || subject.source == nullptr) return "NULL";
         return source_argument(choice, subject);
       }},
      {"queries", expression({"1", "10", "30"}, {"0", "-1", "100001", "2147483647"})},
      {"name", new_hierarchy_name},
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
                  {"'{}'", "'{NaN}'", "'{0}'", "'{-1}'", "'{3,5}'", "'{NULL}'", "'{5e-324,1e308}'",
                   "'{1e-300}'", "'{{1},{2}}'", "'{Infinity}'", "'{20,10}'"})},
      {"keep", expression({"'{1}'", "'{2,1}'", "'{4,2,0}'"},
                          {"'{}'", "'{0}'", "'{-1}'", "'{1,2}'", "'{NULL}'", "'{2147483647,1}'",
                           "'{{2},{1}}'", "'{1,1}'"})},
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
       [](Choice& choice,
          const Subject& subject) -> std::
                                      string {
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
