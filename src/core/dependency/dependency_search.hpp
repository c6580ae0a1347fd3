#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/dependency/functional_dependency.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Relation between attributes and a sensitive attribute that one determines.
enum class Determination : std::uint8_t {
  // The attributes determine the sensitive attribute, like a code and its label.
  determines,
  // The sensitive attribute determines the attribute, which is coarser, like a code and its
  // chapter.
  is_determined,
  // The relation holds without one value of the attribute, for example if the label or chapter is
  // missing for some rows (partial_dependency.hpp).
  determines_partly,
  is_determined_partly,
  // The attribute distinguishes one sensitive value from the others, like a flag for a disease.
  tells_one_value,
  // The attribute distinguishes one sensitive value by being NULL or not, or by its commonest
  // value, like the date of a therapy.
  tells_one_value_by_null,
  tells_one_value_by_commonest,
  // The attribute determines one of the values of a person, with all of its own values or without
  // one (held_value.hpp).
  tells_held_value,
  tells_held_value_partly,
  // The attribute's numbers nearly determine the sensitive numbers, or each of its values does
  // (numeric_dependency.hpp).
  approximates,
  // Neighbouring rows in the order of the attribute have the same sensitive value
  // (ordered_dependency.hpp).
  tells_by_order,
};

struct FoundDependency {
  // One attribute, or two that together determine the sensitive attribute.
  AttributeSet attributes;
  std::size_t sensitive = 0;
  Determination determination = Determination::determines;
  Dependency dependency;
};

// A function that returns the elements of the list that a value of an attribute is, as texts.
using ElementsOfValue = std::function<std::vector<std::string>(Code)>;

struct DependencySearch {
  // Published attributes that are not sensitive.
  AttributeSet published;
  // Suspected attributes among the published ones. Every pair includes one of them.
  AttributeSet suspected;
  AttributeSet sensitive;
  // Person of each row, as RowMeaning::person.
  CodedColumn person_of_row = {};
  // Numbers that the values of an attribute without a projection spell, such as amounts in text, by
  // attribute. There is one number for each code, not finite if the value spells no number. The
  // list of one attribute, or the whole list, can be empty.
  std::vector<std::vector<double>> spelled_numbers = {};
  // Functions that return the elements of an attribute's lists, by attribute. A function is empty
  // if the values are no lists; the whole list can be empty. Elements of a sensitive attribute are
  // also searched for, in some rows.
  std::vector<ElementsOfValue> elements = {};
  // False if rows show the sensitive values together with the attributes, because dependencies of
  // the attributes on the sensitive values then disclose nothing new.
  bool backwards = true;
};

// Extent of a search.
struct SearchExtent {
  // Number of attributes that could form pairs, and number of attributes that formed some.
  std::size_t attributes = 0;
  std::size_t paired = 0;
  // Numbers of rows, and of rows that were examined. A dependency on a single whole attribute is
  // examined in all rows.
  Row rows = 0;
  Row looked_at = 0;
  // Number of rows whose lists were examined element by element; 0 if no sensitive values are
  // lists.
  Row lists = 0;
};

struct FoundDependencies {
  std::vector<FoundDependency> dependencies;
  // Extent for the sensitive attribute that left the most attributes without a pair.
  SearchExtent extent;
};

// Limits of the search for pairs: the number of attributes, preferably with few values, and the
// number of rows. A pair, or an attribute without one of its values, is found only if it covers at
// least a tenth of the rows. All rows of a person are examined together: up to ten rows of each of
// a thousand persons, or of more persons with fewer than five rows each.
inline constexpr std::size_t most_paired_attributes = 30;
inline constexpr Row most_paired_rows = 5000;
inline constexpr Code fewest_sampled_persons = 1000;
inline constexpr std::uint32_t most_rows_of_person = 10;

// Returns the dependencies of sensitive attributes. Each suspected attribute is examined in all
// rows; its numbers and parts of its values are examined in some rows. Then follow pairs of the
// attributes that alone do not determine the sensitive attribute.
FoundDependencies find_dependencies(const Microdata& data, const DependencySearch& search,
                                    const Progress& progress = {});

}  // namespace microdata
