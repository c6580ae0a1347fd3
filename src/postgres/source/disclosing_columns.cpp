#include "postgres/source/disclosing_columns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_set>
#include <utility>

#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/computed_columns.hpp"
#include "postgres/source/identifying_values.hpp"
#include "postgres/source/structured_values.hpp"

namespace microdata::postgres {

namespace {

// Attributes of the table that disclose a sensitive one, with the reason as a sentence.
struct Disclosing {
  AttributeSet attributes;
  std::size_t sensitive = 0;
  std::string reason;
  // Fraction of rows, as in the reason.
  double share = 1;
};

bool is_in(const AttributeSet& set, std::size_t attribute) {
  return std::find(set.begin(), set.end(), attribute) != set.end();
}

// Attributes of the table, classified for the search.
class Suspects {
 public:
  Suspects(const Source& source, const std::vector<AssignedRole>& roles, const Table& table)
      : source_(source), table_(table) {
    for (std::size_t a = 0; a < table.columns.size(); ++a) {
      const AssignedRole& assigned = roles[table.columns[a]];
      if (assigned.role == Role::sensitive || assigned.protected_by_rule) {
        search_.sensitive.push_back(a);
        continue;
      }
      search_.published.push_back(a);
      if (!assigned.chosen && !assigned.named_by_rule) search_.suspected.push_back(a);
    }
  }

  const SearchExtent& extent() const { return extent_; }
  bool none() const { return search_.suspected.empty() || search_.sensitive.empty(); }
  std::string name(std::size_t attribute) const {
    return in_quotes(source_.columns[table_.columns[attribute]].name);
  }
  const std::string& plain_name(std::size_t attribute) const {
    return source_.columns[table_.columns[attribute]].name;
  }
  bool is_suspected(std::size_t attribute) const { return is_in(search_.suspected, attribute); }

  std::vector<Disclosing> find(const Progress& progress) {
    add_computed();
    add_lists();
    add_dependencies(progress);
    add_containing(progress);
    return std::move(found_);
  }

 private:
  std::optional<std::size_t> attribute_of(std::size_t column) const {
    const auto at = std::find(table_.columns.begin(), table_.columns.end(), column);
    if (at == table_.columns.end()) return std::nullopt;
    return static_cast<std::size_t>(at - table_.columns.begin());
  }

  // Adds an attribute that discloses by itself, and removes it from the rest of the search.
  void add(std::size_t attribute, std::size_t sensitive, std::string reason) {
    found_.push_back({{attribute}, sensitive, std::move(reason)});
    for (AttributeSet* set : {&search_.published, &search_.suspected})
      set->erase(std::remove(set->begin(), set->end(), attribute), set->end());
  }

  void add_computed() {
    for (const ComputedColumn& column : computed_columns(source_)) {
      const std::optional<std::size_t> attribute = attribute_of(column.position);
      if (!attribute || !is_suspected(*attribute)) continue;
      for (const BaseColumn& from : column.from) {
        if (!from.position) continue;
        const std::optional<std::size_t> sensitive = attribute_of(*from.position);
        if (!sensitive || !is_in(search_.sensitive, *sensitive)) continue;
        add(*attribute, *sensitive,
            name(*attribute) + " is computed from " + name(*sensitive) + ".");
        break;
      }
    }
  }

  const Dictionary& values(std::size_t attribute) const { return table_.dictionaries[attribute]; }

  void add_lists() {
    for (const std::size_t attribute : AttributeSet(search_.suspected)) {
      for (const std::size_t sensitive : search_.sensitive) {
        if (has_type_of(attribute, sensitive)) {
          add(attribute, sensitive, name(attribute) + " has the type of " + name(sensitive) + ".");
          break;
        }
        if (!has_lists_of(attribute, sensitive)) continue;
        add(attribute, sensitive,
            name(attribute) + " has lists of values of " + name(sensitive) + ".");
        break;
      }
    }
  }

  // True if the type is a domain or an enum, which was created for one attribute.
  bool is_own_type(Oid type) const {
    return guarded([&] {
      const char kind = get_typtype(type);
      return kind == TYPTYPE_DOMAIN || kind == TYPTYPE_ENUM;
    });
  }

  // True if both have a type that was created for an attribute; a domain of numbers can belong to
  // many attributes.
  bool has_type_of(std::size_t attribute, std::size_t sensitive) const {
    const AttributeType& type = values(sensitive).type();
    return type.declared == values(attribute).type().declared && is_own_type(type.declared) &&
           type.projection == Projection::none;
  }

  bool has_lists_of(std::size_t lists, std::size_t sensitive) const {
    const AttributeType& list = values(lists).type();
    const Oid element = guarded([&] { return get_base_element_type(list.base); });
    if (!OidIsValid(element)) {
      return may_be_lists(list) && shares_texts(lists, element, sensitive);
    }
    const AttributeType& type = values(sensitive).type();
    if (element == type.declared && is_own_type(type.declared)) return true;
    const Oid base = guarded([&] { return getBaseType(element); });
    return (base == type.base || is_document(base) || is_of_one_category(base, type.base)) &&
           shares_texts(lists, element, sensitive);
  }

  // True if the types are of one category, other than that of user-defined types, which is the same
  // for all of them.
  static bool is_of_one_category(Oid a, Oid b) {
    return guarded([&] { return TypeCategory(a) == TypeCategory(b); }) &&
           guarded([&] { return TypeCategory(a); }) != TYPCATEGORY_USER;
  }

  // True if most whole numbers, or days, of a range are values, because then values of other
  // attributes are among them, too.
  static bool is_dense(const Dictionary& known) {
    const Projection projection = known.type().projection;
    if (projection != Projection::integer && projection != Projection::date) return false;
    double least = std::numeric_limits<double>::infinity();
    double greatest = -least;
    for (const double value : known.projection()) {
      if (!std::isfinite(value)) continue;
      least = std::min(least, value);
      greatest = std::max(greatest, value);
    }
    return 2.0 * known.distinct() > greatest - least;
  }

  // True if at least half of the elements of some lists, and at least twenty elements in all, are
  // values of the sensitive attribute. Numbers of one or two digits do not count, because many
  // attributes have them. Texts count as lists if they have more than one element each on average,
  // and not all the same value. `element` is the element type of arrays; otherwise invalid.
  bool shares_texts(std::size_t lists, Oid element, std::size_t sensitive) const {
    constexpr Code most_lists = 1000;
    constexpr std::size_t most_elements = 20000;
    constexpr std::size_t fewest_elements = 20;
    constexpr std::size_t shortest_number = 3;
    const Dictionary& known = values(sensitive);
    if (known.distinct() > 100000 || is_dense(known)) return false;
    std::unordered_set<std::string> texts;
    for (Code code = 0; code < known.distinct(); ++code) {
      if (known.is_null(code)) continue;
      std::string text = known.text(code);
      if (known.type().is_text || text.size() >= shortest_number) texts.insert(std::move(text));
    }
    if (texts.empty()) return false;
    const PlainText settings;
    std::size_t elements = 0;
    std::size_t shared = 0;
    std::size_t read = 0;
    std::unordered_set<std::string> kinds;
    const Dictionary& all = values(lists);
    for (Code code = 0; code < std::min(all.distinct(), most_lists); ++code) {
      if (all.is_null(code) || elements >= most_elements) continue;
      ++read;
      for (const std::string& text : list_elements(all, code)) {
        ++elements;
        if (!texts.contains(text)) continue;
        ++shared;
        kinds.insert(text);
      }
    }
    const bool are_lists = OidIsValid(element) || (10 * elements > 11 * read && kinds.size() > 1);
    return are_lists && elements >= fewest_elements && 2 * shared >= elements;
  }

  // Returns the persons of the rows; empty if each person has one row.
  std::vector<Code> persons_of_rows() const {
    if (!table_.subjects || table_.subjects->one_row_each()) return {};
    const Subjects& persons = table_.subjects->persons;
    std::vector<Code> of_row(table_.data.rows);
    for (std::size_t person = 0; person < persons.buckets(); ++person) {
      for (const Row row : persons.bucket(person))
        of_row[row] = static_cast<Code>(person);
    }
    return of_row;
  }

  void add_dependencies(const Progress& progress) {
    const std::vector<Code> persons = persons_of_rows();
    if (!persons.empty())
      search_.person_of_row = {persons, static_cast<Code>(table_.subjects->persons.buckets())};
    search_.spelled_numbers.resize(table_.dictionaries.size());
    search_.elements.resize(table_.dictionaries.size());
    for (const std::size_t sensitive : search_.sensitive)
      search_.elements[sensitive] = listed_elements(values(sensitive), progress);
    for (const AttributeSet& set : {search_.sensitive, search_.suspected}) {
      for (const std::size_t attribute : set)
        search_.spelled_numbers[attribute] = spelled_numbers(values(attribute), progress);
    }
    const PlainText settings;
    FoundDependencies searched = find_dependencies(table_.data, search_, progress);
    for (FoundDependency& found : searched.dependencies) {
      std::string reason = in_words(found);
      found_.push_back({std::move(found.attributes), found.sensitive, std::move(reason),
                        found.dependency.share()});
    }
    extent_ = searched.extent;
    search_.person_of_row = {};
    search_.spelled_numbers = {};
    search_.elements = {};
  }

  // Returns the largest fraction of rows in which the attribute by itself was found to disclose.
  double found_share(std::size_t attribute) const {
    double share = 0;
    for (const Disclosing& found : found_) {
      if (found.attributes == AttributeSet{attribute}) share = std::max(share, found.share);
    }
    return share;
  }

  ColumnValues column_values(std::size_t attribute) const {
    return {plain_name(attribute), values(attribute), table_.data.columns[attribute]};
  }

  // Adds an attribute whose values contain, or begin, values of the other; pairs with it are
  // removed.
  void add_contained(std::size_t attribute, std::size_t sensitive, const ContainedValues& contained,
                     const std::string& how) {
    std::erase_if(found_,
                  [&](const Disclosing& found) { return is_in(found.attributes, attribute); });
    add(attribute, sensitive,
        how + " in " + std::to_string(contained.own) + " of " + std::to_string(contained.texts) +
            (table_.data.rows > looked_in.values ? " sampled rows." : " rows."));
  }

  void add_containing(const Progress& progress) {
    for (const std::size_t attribute : AttributeSet(search_.suspected)) {
      for (const std::size_t sensitive : search_.sensitive) {
        const double found = found_share(attribute);
        if (found >= 1) break;
        const auto word = contained(attribute, sensitive, Containment::word, progress);
        if (word && word->share() > found) {
          add_contained(attribute, sensitive, *word,
                        name(attribute) + " contains the value of " + name(sensitive));
          continue;
        }
        const auto begun = contained(sensitive, attribute, Containment::beginning, progress);
        if (begun && begun->share() > found) {
          add_contained(attribute, sensitive, *begun,
                        name(sensitive) + " begins with the value of " + name(attribute));
        }
      }
    }
  }

  std::optional<ContainedValues> contained(std::size_t texts, std::size_t among,
                                           Containment containment,
                                           const Progress& progress) const {
    const bool begins = containment == Containment::beginning;
    if (!may_contain_values(values(texts).type()) || (begins && !values(among).type().is_text))
      return std::nullopt;
    return contained_values(column_values(texts), column_values(among), containment, looked_in,
                            progress);
  }

  std::string in_words(const FoundDependency& found) const {
    std::vector<std::string> names;
    for (const std::size_t attribute : found.attributes)
      names.push_back(plain_name(attribute));
    return dependency_in_words(names, plain_name(found.sensitive), found.determination,
                               found.dependency);
  }

  static constexpr SampleSize looked_in{2000, 2048};

  const Source& source_;
  const Table& table_;
  DependencySearch search_;
  SearchExtent extent_;
  std::vector<Disclosing> found_;
};

// Returns words such as: column "label"; columns "label", "chapter".
std::string named(const std::vector<std::string>& names) {
  return (names.size() == 1 ? "column " : "columns ") + join(names);
}

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

}  // namespace

std::string dependency_in_words(const std::vector<std::string>& attributes,
                                const std::string& sensitive, Determination determination,
                                const Dependency& dependency) {
  std::vector<std::string> quoted;
  for (const std::string& name : attributes)
    quoted.push_back(in_quotes(name));
  const std::string names = join(quoted, " and ");
  // The fraction is rounded down, so that 100% means all rows.
  const std::string share =
      " in " + rounded(std::floor(1000 * dependency.share()) / 10, 1) + "% of the ";
  const std::string in_rows = share + std::to_string(dependency.rows) + " rows";
  switch (determination) {
    case Determination::determines:
      return names + (attributes.size() > 1 ? " determine " : " determines ") +
             in_quotes(sensitive) + in_rows + " that share " + names + " with others.";
    case Determination::is_determined:
      return in_quotes(sensitive) + " determines " + names + in_rows + " that share " +
             in_quotes(sensitive) + " with others.";
    case Determination::determines_partly:
      return names + " determines " + in_quotes(sensitive) + in_rows + " that share " + names +
             " with others, without one value of " + names + ".";
    case Determination::is_determined_partly:
      return in_quotes(sensitive) + " determines " + names + in_rows + " that share " +
             in_quotes(sensitive) + " with others, without one value of " + names + ".";
    case Determination::tells_one_value:
      return names + " tells one value of " + in_quotes(sensitive) + " from the others" + in_rows +
             " that share " + names + " with others.";
    case Determination::tells_one_value_by_null:
    case Determination::tells_one_value_by_commonest:
      return names + " tells one value of " + in_quotes(sensitive) + " from the others, by " +
             (determination == Determination::tells_one_value_by_null
                  ? "being NULL or not,"
                  : "having its commonest value or not,") +
             in_rows + " looked at.";
    case Determination::tells_held_value:
    case Determination::tells_held_value_partly:
      return names + " tells one of the values of " + in_quotes(sensitive) + " that a person has" +
             share + "persons looked at" +
             (determination == Determination::tells_held_value
                  ? "."
                  : ", without one value of " + names + ".");
    case Determination::approximates:
      return names + (attributes.size() > 1 ? " tell " : " tells ") + in_quotes(sensitive) +
             " to within a tenth of its standard deviation" + in_rows + " looked at.";
    case Determination::tells_by_order:
      return names + " tells " + in_quotes(sensitive) + " by its order" + in_rows +
             " looked at: rows next to one another have the same value.";
  }
  return "";
}

std::string extent_in_words(const SearchExtent& extent) {
  std::string words;
  const auto add = [&](const std::string& sentence) {
    words += (words.empty() ? "" : " ") + sentence;
  };
  const auto of = [](std::size_t some, std::size_t all) {
    return std::to_string(some) + (some < all ? " of " + std::to_string(all) : "");
  };
  if (extent.paired < extent.attributes)
    add("Pairs were formed of the " + of(extent.paired, extent.attributes) +
        " columns with the fewest values; other pairs were not looked at.");
  if (extent.looked_at < extent.rows)
    add("Pairs and parts of values were looked at in " + of(extent.looked_at, extent.rows) +
        " rows.");
  if (extent.lists > 0)
    add("Elements of lists, the first " + std::to_string(most_list_elements) +
        " of each, were looked at in " + of(extent.lists, extent.rows) + " rows.");
  return words;
}

namespace {

// Error, with the names of the columns without a chosen role.
struct FoundToDisclose {
  Error error;
  std::vector<std::string> unchosen;
};

std::optional<FoundToDisclose> disclosing_columns(const Source& source,
                                                  const std::vector<AssignedRole>& roles,
                                                  const Table& table, const Progress& progress) {
  constexpr std::size_t most_reasons = 10;
  Suspects suspects(source, roles, table);
  if (suspects.none()) return std::nullopt;
  Suspects searched(suspects);
  const std::vector<Disclosing> found = searched.find(progress);
  const SearchExtent& extent = searched.extent();
  if (found.empty()) {
    if (extent.paired < extent.attributes) {
      report(NOTICE,
             "not all pairs of columns of " + in_quotes(source.name) +
                 " were searched for one that discloses a sensitive column",
             extent_in_words(extent));
    }
    return std::nullopt;
  }
  std::vector<std::string> columns;
  std::vector<std::string> unchosen;
  std::vector<std::string> sensitive;
  std::vector<std::string> reasons;
  for (const Disclosing& disclosing : found) {
    for (const std::size_t attribute : disclosing.attributes) {
      add_once(columns, suspects.name(attribute));
      if (suspects.is_suspected(attribute)) add_once(unchosen, suspects.plain_name(attribute));
    }
    add_once(sensitive, suspects.name(disclosing.sensitive));
    if (reasons.size() < most_reasons) reasons.push_back(disclosing.reason);
  }
  const bool one = columns.size() == 1;
  const std::string message = named(columns) + " of " + in_quotes(source.name) +
                              (one ? " discloses" : " disclose") + " sensitive " + named(sensitive);
  std::string detail = join(reasons, " ");
  if (found.size() > reasons.size()) {
    detail += " There are " + std::to_string(found.size() - reasons.size()) + " further findings.";
  }
  const std::string how_far = extent_in_words(extent);
  if (!how_far.empty()) detail += " " + how_far;
  const std::string list = to_list_argument(unchosen);
  const std::string hint =
      std::string(
          "Add to sensitive what discloses it, or leave it out with identifiers; "
          "to publish it nevertheless, give the role: ") +
      publishing_argument(roles) + " => " + list + ".";
  return FoundToDisclose{
      Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE, message).detail(detail).hint(hint), unchosen};
}

}  // namespace

void check_unchosen_columns(const Source& source, const std::vector<AssignedRole>& roles,
                            const Table& table, const Progress& progress,
                            const CountDistinctValues& count_distinct) {
  const std::optional<FoundToDisclose> found = disclosing_columns(source, roles, table, progress);
  try {
    check_identifiers(source, roles, table, progress, count_distinct);
  } catch (const SeemToIdentify& error) {
    // A later call with roles for the columns that seem to identify persons would skip this search,
    // so the error names both findings.
    if (!found) throw;
    std::vector<std::string> columns = error.columns();
    for (const std::string& name : found->unchosen)
      add_once(columns, name);
    throw Error(error.sqlstate(), error.what())
        .detail(error.detail() + " " + found->error.detail())
        .hint(ways_to_choose(columns, roles) +
              " Columns that disclose a sensitive one can be added to sensitive: " +
              to_list_argument(found->unchosen) + ".");
  }
  if (!found) return;
  if (unclassified_setting() != Unclassified::warn) throw found->error;
  report(WARNING, found->error.what(), found->error.detail(), found->error.hint());
}

}  // namespace microdata::postgres
