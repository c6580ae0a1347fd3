#include "postgres/methods/slicing/slicing_method.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "postgres/inspection/release_structure.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// Groups that the clustering chose are left to it. Where persons have several rows, groups are of
// what is of persons.
void add_groups(const Release& release, Json& arguments) {
  const auto columns = static_cast<int>(release.layout.columns.value_or(1));
  arguments.add("columns", std::max(columns, 1));
  if (!release.layout.groups_by_hand) return;
  std::map<int, std::vector<std::string>> names;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (is_of_subjects(release) && attribute.column > columns) continue;
    names[attribute.column].push_back(quote_name(name_in_source(attribute, release)));
  }
  std::vector<std::string> groups;
  for (const auto& [column, of_column] : names)
    groups.push_back(join(of_column));
  arguments.add("groups", groups);
}

}  // namespace

const Method slicing_method{
    .name = "slicing",
    .about =
        "Made by slicing: rows are in buckets, and within a bucket nothing links one group of "
        "attributes to another.",
    .call = {.function = "slice_table", .add_arguments = add_groups},
    .structure = check_groups_in_buckets,
    .layout = LayoutKind::buckets,
};

}  // namespace microdata::postgres
