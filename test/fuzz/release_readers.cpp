#include "release_readers.hpp"

#include <algorithm>
#include <string_view>

namespace microdata::fuzz {

namespace {

bool is_of_release(const Argument& argument) {
  return (argument.name == "relation" || argument.name == "relations" ||
          argument.name == "release") &&
         argument.type != "jsonb";
}

std::string release_argument(Choice& choice, const Argument& argument, const Subject& subject) {
  const std::vector<std::string>& relations = subject.release->relations;
  const std::string first = literal(choice.one_in(6) ? choice.of(relations) : relations.front());
  if (argument.type == "bigint") return "(SELECT max(release_id) FROM microdata.release_record)";
  if (argument.type.ends_with("[]")) {
    std::vector<std::string> listed{first};
    for (std::size_t more = choice.below(3); more > 0; --more)
      listed.push_back(literal(choice.of(subject.world->releases).relations.front()));
    choice.shuffle(listed);
    return "ARRAY[" + joined(listed, ", ") + "]::regclass[]";
  }
  return first;
}

// Returns true for arguments whose defaults would take long.
bool must_be_given(const Argument& argument) {
  return argument.name == "seed" || argument.name == "queries" || argument.name == "attacks";
}

}  // namespace

std::vector<const Function*> release_functions(const std::vector<Function>& functions) {
  std::vector<const Function*> chosen;
  for (const Function& function : functions) {
    const bool reads_release =
        std::any_of(function.arguments.begin(), function.arguments.end(), is_of_release);
    if (reads_release && function.name != "create_hierarchy" && function.name != "begin_progress")
      chosen.push_back(&function);
  }
  return chosen;
}

Call reading_call(Choice& choice, const Function& function, const Subject& subject) {
  Call call;
  call.function = &function;
  std::vector<std::string> arguments;
  for (const Argument& argument : function.arguments) {
    if (is_of_release(argument)) {
      arguments.push_back(identifier(argument.name) + " => " +
                          release_argument(choice, argument, subject));
      continue;
    }
    if (argument.optional && !must_be_given(argument) &&
        !choice.one_in(argument.name == "control" ? 6 : 2))
      continue;
    arguments.push_back(identifier(argument.name) + " => " +
                        (*argument_maker(function.name, argument.name))(choice, subject));
  }
  call.text = (function.schema == "microdata" ? "microdata." : "") + function.name + "(" +
              joined(arguments, ", ") + ")";
  return call;
}

std::string reading_statement(Choice& choice, const Call& call) {
  const bool rows = call.function->returns_set || choice.one_in(2);
  const std::string once = std::string("SELECT ") + (rows ? "* FROM " : "") + call.text;
  const std::size_t first = call.text.find("'copies.");
  if (!rows || first == std::string::npos || !choice.one_in(10)) return once;
  const std::size_t last = call.text.find('\'', first + 1);
  const std::string relation = call.text.substr(first, last + 1 - first);
  std::string text = call.text;
  text.replace(first, relation.size(), "(CASE WHEN g.n > 0 THEN " + relation + "::regclass END)");
  return "SELECT * FROM generate_series(1, 2) g (n), LATERAL " + text;
}

std::vector<std::string> view_statements(Session& session) {
  std::vector<std::string> statements;
  for (const auto& row :
       session
           .run("SELECT format('SELECT * FROM microdata.%I', relname) FROM pg_class WHERE relkind "
                "= 'v' AND relnamespace = 'microdata'::regnamespace ORDER BY 1")
           .rows)
    statements.push_back(*row[0]);
  return statements;
}

}  // namespace microdata::fuzz
