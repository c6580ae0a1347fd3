#include "postgres/release/infeasible.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "core/microdata/histogram.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// Returns the share rounded up to four digits, so that it suffices; 0.9999 if all would be
// suppressed, because `suppress` must be below 1.
std::string enough_share(std::uint64_t count, std::uint64_t of) {
  const std::uint64_t parts = std::min<std::uint64_t>((count * 10000 + of - 1) / of, 9999);
  return rounded(static_cast<double>(parts) / 10000, 4);
}

std::string quoted_names(const Table& table, const AttributeSet& attributes) {
  std::vector<std::string> names;
  for (const std::size_t a : attributes)
    names.push_back(in_quotes(table.data.attributes[a].name));
  return join(names);
}

std::string name_of(const Table& table, std::size_t attribute) {
  return in_quotes(table.data.attributes[attribute].name);
}

std::string value_of(const Table& table, const Infeasible& infeasible) {
  return in_quotes(table.dictionaries[infeasible.attribute].text(infeasible.code));
}

// Returns words such as "l => 2 would leave out 1007 rows, l => 1.02 would leave out none".
std::string smaller_in_words(const std::vector<SmallerL>& smaller) {
  std::vector<std::string> each;
  for (const SmallerL& l : smaller) {
    each.push_back("l => " + microdata::to_string(l.l) + " would leave out " +
                   (l.rows == 0 ? "none" : count_of(l.rows, "row")));
  }
  return join(each);
}

// Returns the persons of a table that the evidence is about: those with rows_each rows, or all if
// it is 0; each row is a person without a subject.
TuplePartition persons_of(const Table& table, std::uint32_t rows_each) {
  TuplePartition persons;
  const auto add = [&](std::span<const Row> rows) {
    persons.rows.insert(persons.rows.end(), rows.begin(), rows.end());
    persons.offsets.push_back(static_cast<Row>(persons.rows.size()));
  };
  if (!table.subjects) {
    for (Row row = 0; row < table.data.rows; ++row)
      add({&row, 1});
    return persons;
  }
  for (std::size_t p = 0; p < table.subjects->persons.buckets(); ++p) {
    const std::span<const Row> rows = table.subjects->persons.bucket(p);
    if (rows_each == 0 || rows.size() == rows_each) add(rows);
  }
  return persons;
}

// Returns the largest number of persons with one value of a sensitive attribute, except harmless
// values and the one that prevents a release.
std::uint64_t most_frequent_other(const Table& table, const Infeasible& infeasible,
                                  const TuplePartition& persons) {
  const Microdata& data = table.data;
  std::uint64_t most = 0;
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    if (data.attributes[a].role != Role::sensitive) continue;
    const Code distinct = data.attributes[a].distinct;
    std::vector<std::uint64_t> counts(distinct);
    std::vector<std::size_t> last_person(distinct, persons.buckets());
    for (std::size_t p = 0; p < persons.buckets(); ++p) {
      for (const Row row : persons.bucket(p)) {
        const Code code = data.columns[a][row];
        if (std::exchange(last_person[code], p) != p) counts[code] += data.times_of(row);
      }
    }
    for (Code code = 0; code < distinct; ++code) {
      const bool excepted = a == infeasible.attribute && code == infeasible.code;
      if (!excepted && !data.attributes[a].is_harmless(code)) most = std::max(most, counts[code]);
    }
  }
  return most;
}

// Returns, as a sentence that begins with a space, which l is feasible if the value that prevents a
// release is harmless. Empty if that neither suffices nor allows a clearly larger l, or if the
// evidence is about other tuples than whole persons.
std::string harmless_hint(const Table& table, const Infeasible& infeasible, const Asked& asked) {
  const std::vector<std::size_t>& computed = table.computed_from_sensitive;
  if (infeasible.reason != Infeasible::Reason::share || !infeasible.known.empty() ||
      std::find(computed.begin(), computed.end(), infeasible.attribute) != computed.end())
    return {};
  const TuplePartition persons = persons_of(table, infeasible.rows_each);
  const std::uint64_t counted =
      table.data.times.empty() ? persons.buckets() : rows_of_table(table.data);
  const std::uint64_t most = most_frequent_other(table, infeasible, persons);
  if (counted != infeasible.total || most == 0) return {};
  constexpr double clearly_larger = 1.5;
  const double largest = static_cast<double>(counted) / static_cast<double>(most);
  if (largest < std::min(asked.l, clearly_larger * infeasible.largest_l())) return {};
  return harmless_sentence(table, infeasible.attribute, infeasible.code, largest);
}

Error share_error(const Table& table, const Infeasible& infeasible, const Asked& asked,
                  const CountedTuples& tuples) {
  const std::string l = microdata::to_string(asked.l);
  const std::string suppression =
      asked.may_suppress ? suppression_hint(table, infeasible, tuples) : std::string();
  std::string message = "l = " + l + " is infeasible for " + name_of(table, infeasible.attribute);
  std::string hint = "The largest feasible l";
  if (!tuples.smaller.empty()) {
    hint = "Use a smaller l: " + smaller_in_words(tuples.smaller);
    hint += suppression.empty() ? "." : "; or " + suppression + ".";
  } else if (infeasible.known.empty()) {
    hint += " is " + largest_l(infeasible);
    hint += suppression.empty() ? "." : "; or " + suppression + ".";
  } else {
    message += " in one column with " + quoted_names(table, infeasible.known);
    hint += " for this group is " + largest_l(infeasible);
    hint += suppression.empty() ? "." : "; " + suppression + ".";
    hint += !asked.groups_by_hand
                ? " Or choose another way with infeasible => 'regroup' or 'generalize'."
                : " Or give other groups; those given by hand are never changed.";
  }
  hint += harmless_hint(table, infeasible, asked);
  return Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE, message)
      .detail(evidence(table, infeasible, tuples))
      .hint(hint);
}

// Returns words such as "12 persons with 4 rows each".
std::string persons_with_rows(const Infeasible& infeasible) {
  const bool one = infeasible.total == 1;
  return std::to_string(infeasible.total) + (one ? " person with " : " persons with ") +
         std::to_string(infeasible.rows_each) + (infeasible.rows_each == 1 ? " row" : " rows") +
         (one ? "" : " each");
}

// Returns, as a sentence, why persons with one number of rows are not published with all of their
// rows.
std::string why_left_out(const Table& table, const Infeasible& preventing) {
  const std::string persons = persons_with_rows(preventing);
  switch (preventing.reason) {
    case Infeasible::Reason::share:
      return std::to_string(preventing.count) + " of " + persons + " have the value " +
             value_of(table, preventing) + " of " + name_of(table, preventing.attribute) + ".";
    case Infeasible::Reason::too_few_rows:
      return "Only " + count_of(preventing.total, "person") +
             (preventing.total == 1 ? " has " : " have ") + count_of(preventing.rows_each, "row") +
             ".";
    default:
      return "The " + persons + " reach " + rounded(preventing.reached, 4) + " of " +
             microdata::to_string(*preventing.model) + ".";
  }
}

// Returns the error about the persons of one stratum, if strata depend only on numbers of rows.
Error stratum_error(const Table& table, const Infeasible& infeasible, const Asked& asked) {
  const bool share = infeasible.reason == Infeasible::Reason::share;
  const std::string rows = std::to_string(infeasible.rows_each);
  const std::string persons = std::to_string(infeasible.total) + " persons of whom " + rows +
                              (infeasible.rows_each == 1 ? " row" : " rows") +
                              " each would be published";
  std::string hint = share ? "Use a smaller l" : "Ask for less";
  // All persons are one stratum if each has one row.
  const bool others = infeasible.total < table.subjects->persons.buckets();
  if (infeasible.rows_each > 1 || others) {
    hint = "Use rows_per_person => " + std::to_string(std::max(infeasible.rows_each, 2U) - 1) +
           (share ? ", a smaller l" : ", or ask for less");
  }
  return Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
               (share ? "l = " + microdata::to_string(asked.l)
                      : microdata::to_string(*infeasible.model)) +
                   " is infeasible for " + name_of(table, infeasible.attribute) +
                   " where numbers of rows do not depend on it")
      .detail(share ? std::to_string(infeasible.count) + " of " + persons + " have the value " +
                          value_of(table, infeasible) + "."
                    : "The " + persons + " reach " + rounded(infeasible.reached, 4) + ".")
      .hint(hint +
            ", or cuts => 'width', which chooses numbers of rows by "
            "sensitive values, too.");
}

// Returns, as a list, the constant attributes that are sensitive only because they are computed
// from others; a constant does not distinguish people.
std::string constant_computed(const Table& table) {
  std::vector<std::string> names;
  for (const std::size_t a : table.computed_from_sensitive) {
    if (table.data.attributes[a].distinct == 1)
      names.push_back(quote_name(table.data.attributes[a].name));
  }
  return names.empty() ? "" : quote_value("{" + join(names, ",") + "}");
}

// Returns the error about a constant computed column, which is infeasible for every l.
Error constant_error(const Table& table, const Infeasible& infeasible, const Asked& asked,
                     const CountedTuples& tuples) {
  return Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE, "l = " + microdata::to_string(asked.l) +
                                                             " is infeasible for " +
                                                             name_of(table, infeasible.attribute))
      .detail(evidence(table, infeasible, tuples))
      .hint(
          "A constant that is computed from a sensitive column is the same for all persons: use "
          "insensitive => " +
          constant_computed(table) + ".");
}

}  // namespace

std::string largest_l(const Infeasible& infeasible) {
  const double largest = infeasible.largest_l();
  const double usable = std::floor(largest * 100) / 100;
  std::string text = rounded(largest, 2);
  if (text != rounded(usable, 2)) {
    text += " (" + std::to_string(infeasible.total) + "/" + std::to_string(infeasible.count) +
            ", so at most " + rounded(usable, 2) + " in two digits)";
  }
  return text;
}

std::string suppression_hint(const Table& table, const Infeasible& infeasible,
                             const CountedTuples& tuples) {
  const std::uint64_t rows = tuples.all.value_or(table.data.rows);
  if (infeasible.to_suppress == 0 || infeasible.to_suppress >= rows) return {};
  const Row persons = std::max(infeasible.to_suppress, tuples.enough_tuples);
  const Row of_rows = std::max(tuples.rows_to_suppress, tuples.enough_rows);
  const bool draws_differ = persons > infeasible.to_suppress || of_rows > tuples.rows_to_suppress;
  std::string hint = " would allow to leave out the " +
                     (infeasible.to_suppress == 1 ? tuples.one + " that prevents it"
                                                  : std::to_string(infeasible.to_suppress) + " " +
                                                        tuples.many + " that prevent it");
  // `suppress` bounds the share of persons as well as of rows, so the larger share counts.
  const Row all_rows = tuples.all_rows == 0 ? table.data.rows : tuples.all_rows;
  const bool rows_need_more = std::uint64_t{of_rows} * rows > std::uint64_t{persons} * all_rows;
  if (rows_need_more) hint += ", and " + count_of(tuples.rows_to_suppress, "row") + " in all";
  if (draws_differ) hint += ", or what another draw of rows would leave out";
  return "suppress => " +
         (rows_need_more ? enough_share(of_rows, all_rows) : enough_share(persons, rows)) + hint;
}

std::string evidence(const Table& table, const Infeasible& infeasible,
                     const CountedTuples& tuples) {
  const std::string value =
      "the value " + value_of(table, infeasible) + " of " + name_of(table, infeasible.attribute);
  if (infeasible.known.empty()) {
    return std::to_string(infeasible.count) + " of " + std::to_string(infeasible.total) + " " +
           tuples.many + " have " + value + ".";
  }
  const std::string known = quoted_names(table, infeasible.known);
  if (infeasible.total == 1)
    return "A " + tuples.one + " that is alone with its " + known + " has " + value + ".";
  return std::to_string(infeasible.count) + " of " + std::to_string(infeasible.total) + " " +
         tuples.many + " with the same " + known + " have " + value + ".";
}

std::string harmless_sentence(const Table& table, std::size_t attribute, Code code,
                              double largest_l) {
  const Dictionary& dictionary = table.dictionaries[attribute];
  HarmlessByAttribute harmless;
  for (std::size_t a = 0; a < table.harmless.size(); ++a) {
    if (!table.harmless[a].empty()) harmless[table.data.attributes[a].name] = table.harmless[a];
  }
  harmless[table.data.attributes[attribute].name].push_back(
      dictionary.is_null(code) ? std::nullopt : std::optional(dictionary.text(code)));
  return " If " + in_quotes(dictionary.text(code)) + " is no secret, declare it with harmless => " +
         quote_value(harmless_json(harmless).str()) + "; l can then be at most " +
         rounded(std::floor(largest_l * 100) / 100, 2) + ".";
}

std::string rare_values(std::uint64_t rare, std::uint64_t rows, std::uint32_t k) {
  return std::to_string(rare) + " of " + count_of(rows, "row") + (rare == 1 ? " has" : " have") +
         " a sensitive value that fewer than " + std::to_string(k) + " rows of the bucket have";
}

Error infeasible_error(const Table& table, const Infeasible& infeasible, const Asked& asked,
                       const CountedTuples& tuples) {
  const int sqlstate = ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE;
  const std::string suppression = suppression_hint(table, infeasible, tuples);
  if ((infeasible.reason == Infeasible::Reason::share ||
       infeasible.reason == Infeasible::Reason::oblivious_share) &&
      table.data.attributes[infeasible.attribute].distinct == 1 &&
      std::find(table.computed_from_sensitive.begin(), table.computed_from_sensitive.end(),
                infeasible.attribute) != table.computed_from_sensitive.end()) {
    return constant_error(table, infeasible, asked, tuples);
  }
  if (infeasible.rows_each > 0 && (infeasible.reason == Infeasible::Reason::share ||
                                   infeasible.reason == Infeasible::Reason::privacy)) {
    return stratum_error(table, infeasible, asked);
  }
  switch (infeasible.reason) {
    case Infeasible::Reason::share:
      return share_error(table, infeasible, asked, tuples);
    case Infeasible::Reason::oblivious_share:
      return Error(sqlstate, "l = " + microdata::to_string(asked.l) + " is infeasible for " +
                                 name_of(table, infeasible.attribute) + " with oblivious cuts")
          .detail(evidence(table, infeasible, tuples) +
                  " Oblivious cuts divide them by themselves.")
          .hint("The largest feasible l is " + largest_l(infeasible) +
                ". Or use cuts => 'width', or groups that keep sensitive attributes apart from "
                "quasi-identifiers.");
    case Infeasible::Reason::too_few_rows:
      return Error(sqlstate, "k = " + std::to_string(asked.k) + " is infeasible")
          .detail("There are " + std::to_string(infeasible.total) + " " + tuples.many +
                  " to publish.")
          .hint("The largest feasible k is " + std::to_string(infeasible.total) + ".");
    case Infeasible::Reason::privacy:
      return Error(sqlstate, microdata::to_string(*infeasible.model) + " is infeasible" +
                                 (is_about_sensitive_values(*infeasible.model)
                                      ? " for " + name_of(table, infeasible.attribute)
                                      : std::string()))
          .detail("The table as a whole reaches " + rounded(infeasible.reached, 4) + ".")
          .hint("No part of the " + tuples.many +
                " can reach what all of them together do not reach; ask for at " +
                (worse(*infeasible.model, 0, 1) == 0 ? "most" : "least") + " that.");
    case Infeasible::Reason::joined:
      return Error(sqlstate, microdata::to_string(*infeasible.model) + " is infeasible for " +
                                 name_of(table, infeasible.attribute) + " in joins of fragments")
          .detail("If every fragment is one class, their join reaches " +
                  rounded(infeasible.reached, 4) + ".")
          .hint(std::string("Ask for at ") +
                (worse(*infeasible.model, 0, 1) == 0 ? "most" : "least") +
                " that, or for fewer fragments.");
    case Infeasible::Reason::no_transformation:
      return Error(sqlstate, "no full-domain generalization meets the requirements")
          .detail("The one that comes nearest leaves out " +
                  std::to_string(infeasible.to_suppress) + " of " +
                  std::to_string(infeasible.total) + " " + tuples.many + "; at most " +
                  std::to_string(infeasible.count) + " may be left out.")
          .hint(suppression.empty()
                    ? "Ask for less, or let further quasi-identifiers be generalized with "
                      "hierarchies."
                    : "Here " + suppression + "; or use recoding => 'mondrian'.");
    case Infeasible::Reason::no_other_column:
      return Error(sqlstate,
                   "the group of " + name_of(table, infeasible.attribute) +
                       " is infeasible and there is no other group for its quasi-identifiers")
          .hint("Ask for more groups with the argument columns.");
    case Infeasible::Reason::rare_values:
      return Error(sqlstate,
                   "k = " + std::to_string(asked.k) + " is infeasible for sensitive values")
          .detail(rare_values(infeasible.count, infeasible.total, asked.k) + ".")
          .hint((suppression.empty() ? "" : "Here " + suppression + ". ") +
                "Use a smaller k or larger buckets. Any other value of infeasible publishes them.");
    case Infeasible::Reason::rows_left_out:
      return Error(ERRCODE_FEATURE_NOT_SUPPORTED, "oblivious cuts do not support " +
                                                      microdata::to_string(*infeasible.model) +
                                                      " where rows of persons are left out")
          .detail(std::to_string(infeasible.count) + " of " + std::to_string(infeasible.total) +
                  " rows would not be published; but the model compares with the sensitive values "
                  "of all rows, on which no cut may depend.")
          .hint(
              "Use a model that asks about shares in buckets alone, a view with as many rows of "
              "every person, or cuts => 'width'.");
  }
  return {sqlstate, infeasible.what()};
}

Error left_out_error(const Table& table, const RowsLeftOut& left, const Asked& asked) {
  const std::string what = asked.l > 1   ? "l = " + microdata::to_string(asked.l)
                           : asked.k > 1 ? "k = " + std::to_string(asked.k)
                                         : "the requested privacy";
  std::string hint =
      "Use suppress => " + enough_share(left.enough_rows, left.all_rows) +
      (left.enough_rows == left.rows ? " to leave these rows out"
                                     : " to leave these rows out, or those of another draw");
  if (left.smaller.empty()) {
    hint += asked.k > 1 ? ", or a smaller k." : ", or ask for less.";
  } else {
    hint += ", or a smaller l: " + smaller_in_words(left.smaller) + ".";
  }
  if (left.preventing) hint += harmless_hint(table, *left.preventing, asked);
  return Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
               what + " would leave out " + std::to_string(left.rows) + " of " +
                   count_of(left.all_rows, "row") + ", which belong to " +
                   std::to_string(left.persons) + " of " + count_of(left.all_persons, "person"))
      .detail("Within a bucket as many rows are published of every person. " +
              (left.preventing ? why_left_out(table, *left.preventing)
                               : "These numbers are chosen for many persons at a time."))
      .hint(hint);
}

}  // namespace microdata::postgres
