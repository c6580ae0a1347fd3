#include "argument_makers.hpp"

#include <algorithm>
#include <cstdio>

#include "json_arguments.hpp"
#include "names.hpp"

namespace microdata::fuzz {

namespace {

std::string number_text(double number) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", number);
  return text;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Returns a list as one of the types that are accepted as lists; sometimes a text that is not a
// list.
std::string list_argument(Choice& choice, const std::vector<Text>& texts) {
  if (choice.one_in(300))
    return literal(texts.empty() || !texts.front() ? "" : *texts.front()) + no_list_mark;
  return text_array(texts) + (choice.one_in(10)   ? "::pg_catalog.varchar[]"
                              : choice.one_in(10) ? "::pg_catalog.text"
                                                  : "");
}

// Returns a list of attributes, sometimes with an error.
std::string name_list(Choice& choice, const Subject& subject,
                      const std::vector<std::string>& names) {
  std::vector<Text> texts(names.begin(), names.end());
  if (choice.one_in(150)) texts.emplace_back(wrong_name(choice, subject));
  if (choice.one_in(300)) texts.emplace_back();
  if (choice.one_in(200) && !texts.empty()) texts.push_back(texts.front());
  if (choice.one_in(200)) texts.emplace_back(some_attribute(choice, subject));
  if (texts.empty() && choice.one_in(2)) return "NULL";
  if (choice.one_in(300))
    return "ARRAY[[" + literal_or_null(texts.empty() ? Text("x") : texts.front()) +
           "]]::pg_catalog.text[]";
  return list_argument(choice, texts);
}

// Returns true if the hierarchy's function accepts values of the attribute's type.
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

}  // namespace

std::vector<std::string> attribute_names(const Relation& relation) {
  std::vector<std::string> names;
  for (const Attribute& attribute : relation.attributes)
    names.push_back(attribute.name);
  return names;
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

ArgumentMaker names_of(std::vector<std::string> Subject::*list) {
  return [list](Choice& choice, const Subject& subject) {
    return name_list(choice, subject, subject.*list);
  };
}

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
    return choice.of({"0::regclass", "4242424::pg_catalog.oid::regclass", "'pg_class'", "'pg_proc'",
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

std::string harmless_argument(Choice& choice, const Subject& subject) {
  if (choice.one_in(20)) {
    return choice.of({"'[]'", "'null'", "'1'", "'{\"\": []}'", "'{\"a\": 1}'", "'{\"a\": [{}]}'",
                      "'{\"a\": \"x\"}'", "'\"x\"'"});
  }
  std::vector<std::string> entries;
  for (const std::string& name : choice.some(subject.sensitive, 2)) {
    entries.push_back(
        json_string(choice.one_in(60) ? wrong_name(choice, subject) : name) + ": " +
        choice.of({"[null]", "[]", "null", "[\"1\"]", "[1, null]", "[true]", "[\"x\", \"flu\"]"}));
  }
  return literal("{" + joined(entries, ", ") + "}") + "::jsonb";
}

std::string rule_text(Choice& choice, const Subject& subject, bool quoted, const char* arrow) {
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

std::string series_name(Choice& choice, const Subject& subject) {
  return subject.world->series.empty() || choice.one_in(20)
             ? literal("no such")
             : literal(choice.of(subject.world->series));
}

std::string new_hierarchy_name(Choice& choice, const Subject&) {
  if (choice.one_in(20))
    return literal(choice.of({"", " ", "😀", "a\"b", std::string(64, 'h').c_str()}));
  return literal("fuzz " + std::to_string(choice.below(12)));
}

}  // namespace microdata::fuzz
