#include "postgres/source/computed_columns.hpp"

#include <algorithm>
#include <string>

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/column_families.hpp"
#include "postgres/source/readable.hpp"
#include "postgres/source/shown_columns.hpp"

namespace microdata::postgres {

namespace {

std::vector<AttrNumber> computed_from(const ShownColumn& shown) {
  const List* const columns =
      guarded([&] { return columns_of_expression(shown.relation, shown.number); });
  std::vector<AttrNumber> numbers;
  for (int i = 0; i < list_length(columns); ++i)
    numbers.push_back(static_cast<AttrNumber>(list_nth_int(columns, i)));
  return numbers;
}

// A table without generated columns shows none.
bool may_have_some(const Source& source) {
  return source.kind == RELKIND_VIEW || source.kind == RELKIND_MATVIEW ||
         std::any_of(source.columns.begin(), source.columns.end(),
                     [](const SourceColumn& column) { return column.generated; });
}

// One for each of the source's columns that shows it, or one that none does.
void add_base(const ShownColumn& computed, AttrNumber number, const std::vector<ShownColumn>& shown,
              std::vector<BaseColumn>& found) {
  const std::size_t before = found.size();
  for (const ShownColumn& other : shown) {
    if (other.relation == computed.relation && other.number == number &&
        other.position != computed.position) {
      found.push_back({other.relation, number, other.position});
    }
  }
  if (found.size() == before) found.push_back({computed.relation, number, std::nullopt});
}

bool is_published_by_choice(const AssignedRole& assigned) {
  return assigned.chosen &&
         (assigned.role == Role::quasi_identifier || assigned.role == Role::insensitive);
}

constexpr const char* declared_sensitive_or_identifying =
    "declared (position, sensitive) AS ("
    "SELECT s.position, r.role = 'sensitive' FROM shown s "
    "JOIN family f ON f.origin = s.relation "
    "JOIN microdata.role_record r ON r.source = f.relation AND r.attribute = s.attribute "
    "JOIN pg_catalog.pg_attribute a ON a.attrelid = f.relation AND a.attname = r.attribute "
    "AND a.attnum = r.attnum AND NOT a.attisdropped "
    "WHERE r.role IN ('sensitive', 'identifier', 'subject')) "
    "SELECT DISTINCT d.position, d.sensitive FROM declared d";

// A column that another is computed from, and what it is.
struct JudgedBase {
  std::size_t computed = 0;
  bool sensitive = false;
  bool identifier = false;
};

std::vector<JudgedBase> judged_bases(const Source& source, const std::vector<AssignedRole>& roles,
                                     const std::vector<ComputedColumn>& computed) {
  std::vector<JudgedBase> bases;
  std::vector<ShownColumn> unpublished;
  for (const ComputedColumn& column : computed) {
    for (const BaseColumn& from : column.from) {
      const AssignedRole shown = from.position ? roles[*from.position] : AssignedRole();
      if (!is_published_by_choice(shown))
        unpublished.push_back({bases.size(), from.relation, from.number});
      bases.push_back(
          {column.position, shown.role == Role::sensitive, shown.role == Role::identifier});
    }
  }
  // Readers of a view of the table's owner are told of the table; anybody may make a view.
  if (!may_read_through(source.relation)) return bases;
  for (const ResultRow& row : query_families(unpublished, declared_sensitive_or_identifying)) {
    JudgedBase& base = bases[std::stoul(*row[0])];
    (*row[1] == "t" ? base.sensitive : base.identifier) = true;
  }
  return bases;
}

}  // namespace

std::vector<ComputedColumn> computed_columns(const Source& source) {
  std::vector<ComputedColumn> computed;
  if (!may_have_some(source)) return computed;
  const std::vector<ShownColumn> shown = shown_columns(source);
  for (const ShownColumn& column : shown) {
    const std::vector<AttrNumber> from = computed_from(column);
    if (from.empty()) continue;
    ComputedColumn& found = computed.emplace_back(ComputedColumn{column.position, {}});
    for (const AttrNumber number : from)
      add_base(column, number, shown, found.from);
  }
  return computed;
}

std::vector<RolesComputedFrom> roles_computed_from(const Source& source,
                                                   const std::vector<AssignedRole>& roles) {
  std::vector<RolesComputedFrom> found(source.columns.size());
  const std::vector<ComputedColumn> computed = computed_columns(source);
  if (computed.empty()) return found;
  const std::vector<JudgedBase> bases = judged_bases(source, roles, computed);
  for (const JudgedBase& base : bases) {
    RolesComputedFrom& from = found[base.computed];
    from.sensitive = from.sensitive || base.sensitive;
    from.identifier = from.identifier || (base.identifier && !base.sensitive);
  }
  return found;
}

void protect_computed(const Source& source, std::vector<AssignedRole>& roles) {
  std::vector<std::string> names;
  const std::vector<RolesComputedFrom> from = roles_computed_from(source, roles);
  for (std::size_t i = 0; i < roles.size(); ++i) {
    AssignedRole& assigned = roles[i];
    assigned.computed_from_identifier = from[i].identifier;
    if (!from[i].sensitive || assigned.chosen || assigned.role != Role::quasi_identifier) continue;
    assigned.role = Role::sensitive;
    assigned.computed_from_sensitive = true;
    names.push_back(in_quotes(source.columns[i].name));
  }
  if (names.empty()) return;
  report(NOTICE,
         (names.size() == 1 ? "generated column " : "generated columns ") + join(names) +
             " taken for sensitive",
         names.size() == 1 ? "It is computed from a sensitive column."
                           : "They are computed from sensitive columns.");
}

}  // namespace microdata::postgres
