#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/privacy/functional_dependency.hpp"

namespace microdata {

// Which of a table's attributes determine, or are determined by, which sensitive one.
enum class Determination : std::uint8_t {
  // The attributes determine the sensitive one: a code and its label.
  determines,
  // The sensitive one determines the attribute, which is coarser: a code and its chapter.
  is_determined,
  // The same without one value of the attribute: a label that is missing for some, or a chapter
  // (partial_dependency.hpp).
  determines_partly,
  is_determined_partly,
  // The attribute tells one value of the sensitive one from the others: a flag for a disease.
  tells_one_value,
  // It does so where it is NULL, or has its commonest value, and where not: the date of a therapy.
  tells_one_value_by_null,
  tells_one_value_by_commonest,
  // The attribute tells one of the values that a person has, with all of its own or without one
  // (held_value.hpp).
  tells_held_value,
  tells_held_value_partly,
  // The attribute's numbers tell those of the sensitive one nearly, or its values do, each by
  // itself (numeric_dependency.hpp).
  approximates,
  // Rows next to one another by the attribute have the same value (ordered_dependency.hpp).
  tells_by_order,
};

struct FoundDependency {
  // One attribute, or two that determine it together.
  AttributeSet attributes;
  std::size_t sensitive = 0;
  Determination determination = Determination::determines;
  Dependency dependency;
};

// The elements of the list that a value of an attribute is, as texts.
using ElementsOfValue = std::function<std::vector<std::string>(Code)>;

struct DependencySearch {
  // Attributes that are published and not sensitive.
  AttributeSet published;
  // The suspected ones among them: a pair has one of these.
  AttributeSet suspected;
  AttributeSet sensitive;
  // As RowMeaning::person.
  CodedColumn person_of_row = {};
  // By attribute, the numbers that the values of one without a projection spell, such as amounts in
  // text: one a code, not finite where a value spells none. Empty: none, of one or of all.
  std::vector<std::vector<double>> spelled_numbers = {};
  // By attribute, empty where its values are no lists; or empty for all. Elements of a sensitive
  // one are searched for as well, in some rows.
  std::vector<ElementsOfValue> elements = {};
  // False where rows show the sensitive values beside the attributes: then what these are told by
  // says nothing new.
  bool backwards = true;
};

// How far a search went.
struct SearchExtent {
  // Attributes of which pairs could be formed, and those of which they were.
  std::size_t attributes = 0;
  std::size_t paired = 0;
  // Rows, and those that were looked at for all but a dependency of one whole attribute.
  Row rows = 0;
  Row looked_at = 0;
  // Rows whose lists were looked at, element by element; 0 where no sensitive values are lists.
  Row lists = 0;
};

struct FoundDependencies {
  std::vector<FoundDependency> dependencies;
  // Counts for the sensitive attribute that left the most attributes without a pair.
  SearchExtent extent;
};

// Pairs are formed of so many attributes, those with the fewest values, and looked at in so many
// rows; a pair is found where it tells of a tenth of the rows at least, and so is an attribute
// without one of its values. Rows of persons are looked at together: up to ten of each of a
// thousand persons, or of more where these have fewer than five each.
inline constexpr std::size_t most_paired_attributes = 30;
inline constexpr Row most_paired_rows = 5000;
inline constexpr Code fewest_sampled_persons = 1000;
inline constexpr std::uint32_t most_rows_of_person = 10;

// Looks at each suspected attribute in all rows, at its numbers and at parts of its values in some
// of them, then at pairs of those attributes that do not determine the sensitive one by themselves.
FoundDependencies find_dependencies(const Microdata& data, const DependencySearch& search,
                                    const Progress& progress = {});

}  // namespace microdata
