#include "postgres/source/region_rows.hpp"

#include <algorithm>
#include <exception>
#include <map>
#include <numeric>
#include <utility>

#include "postgres/server/command_progress.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/memory_scope.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/region_division.hpp"

namespace microdata::postgres {

namespace {

// What rows that wait for their region have of memory, at least as long as they are few. Not more
// than an eighth of the memory limit.
int waiting_kilobytes() {
  constexpr std::int64_t most = std::int64_t{16} * 1024;
  return static_cast<int>(std::min(most, memory_limit_bytes() / 8 / 1024));
}

std::string quoted_list(std::span<const std::string> columns) {
  std::vector<std::string> quoted;
  std::transform(columns.begin(), columns.end(), std::back_inserter(quoted),
                 [](const std::string& column) { return quote_name(column); });
  return join(quoted);
}

std::string where(const RegionRows::Relation& relation) {
  return relation.condition.empty() ? "" : " WHERE " + relation.condition;
}

RegionRows*& innermost() {
  static RegionRows* innermost = nullptr;
  return innermost;
}

}  // namespace

struct RegionRows::State {
  std::vector<Relation> relations;
  std::vector<GlobalValues> globals;
  std::uint32_t regions = 0;
  std::shared_ptr<const KeptSnapshot> snapshot;
  std::optional<std::uint32_t> region;
  // By relation and columns.
  std::map<std::pair<Oid, std::string>, RegionDivision*> divided;
  std::map<Oid, std::vector<std::int64_t>> counts;
  // By column and type.
  std::map<std::pair<std::string, Oid>, Known> known;
  RegionRows* around = nullptr;
  unsigned depth = 0;
  int exceptions = 0;

  const Relation* find(Oid relation) const {
    const auto found = std::find_if(relations.begin(), relations.end(), [&](const Relation& known) {
      return known.relation == relation;
    });
    return found == relations.end() ? nullptr : &*found;
  }

  // Of all regions, and of none, as far as they are visited; none: unknown.
  std::optional<std::int64_t> rows_of_all(Oid relation) const {
    const Relation& known = *find(relation);
    const auto counted = counts.find(relation);
    const bool planned = known.rows.size() == regions && known.condition.empty();
    if (!planned && counted == counts.end()) return std::nullopt;
    const std::vector<std::int64_t>& rows = planned ? known.rows : counted->second;
    return std::accumulate(rows.begin(), rows.end(), std::int64_t{0});
  }
};

RegionRows::RegionRows(std::vector<Relation> relations, std::vector<GlobalValues> globals,
                       std::uint32_t regions, std::shared_ptr<const KeptSnapshot> snapshot)
    : state_(std::make_unique<State>()) {
  state_->relations = std::move(relations);
  state_->globals = std::move(globals);
  state_->regions = regions;
  state_->snapshot = snapshot ? std::move(snapshot) : std::make_shared<const KeptSnapshot>();
  state_->depth = call_depth();
  state_->exceptions = std::uncaught_exceptions();
  state_->around = std::exchange(innermost(), this);
}

RegionRows::~RegionRows() {
  innermost() = state_->around;
  // An error on its way has perhaps left files in a state of which nothing is known: the end of the
  // transaction, or of the part of it that failed, closes them.
  if (std::uncaught_exceptions() > state_->exceptions) return;
  for (const auto& divided : state_->divided) {
    try {
      end_division(divided.second);
    } catch (...) {
      // Not to be told from here; the transaction's end closes it.
    }
  }
}

const std::vector<std::int64_t>& RegionRows::counts(Oid relation) {
  const auto known = state_->counts.find(relation);
  if (known != state_->counts.end()) return known->second;
  const PlainText settings;
  std::vector<std::int64_t> counts(std::size_t{state_->regions} + 1);
  for (const ResultRow& row :
       query_rows("SELECT region, pg_catalog.count(*) FROM (SELECT " +
                      state_->find(relation)->region + " AS region FROM " + from(relation) +
                      where(*state_->find(relation)) + ") r GROUP BY region",
                  *state_->snapshot)) {
    const std::int64_t region = row[0] ? std::stoll(*row[0]) : -1;
    const bool within = region >= 0 && region < state_->regions;
    counts[within ? static_cast<std::size_t>(region) : state_->regions] += std::stoll(*row[1]);
  }
  return state_->counts.emplace(relation, std::move(counts)).first->second;
}

void RegionRows::enter(std::uint32_t region) {
  state_->region = region;
  show_regions(region, state_->regions);
}

const GlobalValues* RegionRows::globals(const std::string& column) const {
  const auto found =
      std::find_if(state_->globals.begin(), state_->globals.end(),
                   [&](const GlobalValues& known) { return known.column == column; });
  return found == state_->globals.end() ? nullptr : &*found;
}

const std::vector<GlobalValues>& RegionRows::all_globals() const {
  return state_->globals;
}

RegionRows* RegionRows::current() {
  RegionRows* rows = innermost();
  return rows != nullptr && rows->state_->depth == call_depth() ? rows : nullptr;
}

bool RegionRows::knows(Oid relation) const {
  return state_->region && state_->find(relation) != nullptr;
}

std::optional<std::int64_t> RegionRows::rows(Oid relation) const {
  const std::vector<std::int64_t>& rows = state_->find(relation)->rows;
  if (rows.size() > *state_->region) return rows[*state_->region];
  const auto counted = state_->counts.find(relation);
  if (counted == state_->counts.end()) return std::nullopt;
  return counted->second[*state_->region];
}

void RegionRows::read(Oid relation, std::span<const std::string> columns, DestReceiver* receiver) {
  const std::string list = quoted_list(columns);
  const auto region = static_cast<std::int32_t>(*state_->region);
  const auto found = state_->divided.find({relation, list});
  if (found != state_->divided.end()) {
    read_region(found->second, region, receiver);
    return;
  }
  const std::string statement = "SELECT " + state_->find(relation)->region +
                                (columns.empty() ? "" : ", ") + list + " FROM " + from(relation) +
                                where(*state_->find(relation));
  const SortMemory memory(waiting_kilobytes());
  state_->divided.emplace(
      std::pair(relation, list),
      divide_by_region(statement, state_->snapshot->get(), region,
                       static_cast<std::int32_t>(state_->regions), waiting_kilobytes(), receiver));
}

void RegionRows::require_all(Oid relation, std::span<const std::string> columns,
                             std::int64_t read) const {
  const std::optional<std::int64_t> expected = rows(relation);
  if (expected && read != *expected) {
    fail_not_as_counted(
        relation,
        "Region " + std::to_string(*state_->region) + " of " + std::to_string(state_->regions),
        read, *expected);
  }
  const std::optional<std::int64_t> all = state_->rows_of_all(relation);
  const auto divided = state_->divided.find({relation, quoted_list(columns)});
  if (!all || divided == state_->divided.end()) return;
  const std::int64_t seen = rows_of_statement(divided->second);
  if (seen != *all) fail_not_as_counted(relation, "The table", seen, *all);
}

std::string RegionRows::from(Oid relation) const {
  return qualified_name(relation) + state_->find(relation)->join;
}

std::string RegionRows::condition(Oid relation) const {
  return "(" + state_->find(relation)->region + ") OPERATOR(pg_catalog.=) " +
         std::to_string(*state_->region);
}

const KeptSnapshot& RegionRows::snapshot() const {
  return *state_->snapshot;
}

RegionRows::Known* RegionRows::known_values(const std::string& column, const AttributeType& type) {
  const GlobalValues* known = globals(column);
  if (known == nullptr) return nullptr;
  const auto made = state_->known.find({column, type.base});
  if (made != state_->known.end()) return &made->second;
  Known values{Dictionary(type), {}, {}};
  std::vector<Code> codes;
  const PlainText settings;
  for (const std::string& value : known->values) {
    // The dictionary has a copy.
    const MemoryScope memory;
    codes.push_back(values.dictionary.encode(make_key(type, read_value(type, value))));
  }
  if (known->nulls > 0) {
    Key null;
    null.is_null = true;
    codes.push_back(values.dictionary.encode(null));
  }
  values.dictionary.finish(Progress());
  values.dictionary.translate(codes, Progress());
  if (!known->counts.empty()) values.counts.resize(values.dictionary.distinct());
  for (std::size_t i = 0; i < codes.size() && !values.counts.empty(); ++i)
    values.counts[codes[i]] += i < known->counts.size() ? known->counts[i] : known->nulls;
  return &state_->known.emplace(std::pair(column, type.base), std::move(values)).first->second;
}

void fail_not_as_counted(Oid relation, const std::string& what, std::int64_t read,
                         std::int64_t counted) {
  throw Error(ERRCODE_T_R_SERIALIZATION_FAILURE,
              "rows of " + in_quotes(relation_name(relation)) +
                  " are not in the regions where they were counted")
      .detail(what + " has " + count_of(static_cast<std::uint64_t>(read), "row") + "; " +
              std::to_string(counted) + " were counted.")
      .hint(
          "Rows have changed meanwhile, or what has them computes other rows each time, or "
          "compares values differently. Try again while nobody writes to them, or publish a copy.");
}

void begin_with_globals(Dictionary& dictionary, const std::string& column) {
  RegionRows* rows = RegionRows::current();
  RegionRows::Known* known =
      rows == nullptr ? nullptr : rows->known_values(column, dictionary.type());
  if (known != nullptr) known->provisional = known->dictionary.add_to(dictionary);
}

std::vector<std::uint64_t> counts_in_table(const Dictionary& dictionary,
                                           const std::string& column) {
  RegionRows* rows = RegionRows::current();
  const RegionRows::Known* known =
      rows == nullptr ? nullptr : rows->known_values(column, dictionary.type());
  if (known == nullptr || known->counts.empty()) return {};
  std::vector<std::uint64_t> counts(dictionary.distinct());
  std::vector<Code> codes = known->provisional;
  dictionary.translate(codes, Progress());
  for (std::size_t i = 0; i < codes.size(); ++i)
    counts[codes[i]] += known->counts[i];
  return counts;
}

std::vector<std::uint64_t> global_counts(const Dictionary& dictionary, const std::string& column) {
  std::vector<std::uint64_t> counts = counts_in_table(dictionary, column);
  if (std::find(counts.begin(), counts.end(), 0U) != counts.end()) {
    throw Error(
        ERRCODE_T_R_SERIALIZATION_FAILURE,
        "column " + in_quotes(column) + " has values that it had not when regions were planned")
        .hint("Try again while nobody writes to the table.");
  }
  return counts;
}

}  // namespace microdata::postgres
