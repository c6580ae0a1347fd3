#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// How far one attribute determines another, over the rows that share their value of the first with
// enough others to tell. Each row is guessed from the others alone, so that a row is no evidence
// for itself, and small groups do not look determined by chance.
struct Dependency {
  std::uint64_t rows = 0;
  // Rows that have the commonest value of the others with their value of the first attribute.
  std::uint64_t determined = 0;
  // Rows that have the commonest value of all others: what is right without the first attribute.
  std::uint64_t guessed = 0;

  double share() const;
  // Goodman and Kruskal's lambda: the share of the wrong guesses that the first attribute corrects.
  double lambda() const;
};

// Rows, or persons, that share a value which tells something. Two suffice where two attributes
// determine each other and most values are rarer: a flat list of codes and their titles.
inline constexpr std::uint32_t fewest_sharing = 5;

// The persons that rows stand for.
struct RowMeaning {
  // Whose each row is; empty where each is a person's. Rows of a person that agree in both
  // attributes count once, and persons share a value.
  CodedColumn person = {};
  // How many rows of the table each is (Microdata::times); empty: one. Only without persons.
  std::span<const std::uint32_t> times = {};
  // A value of the determinant that fewer rows, or persons, share tells nothing.
  std::uint32_t fewest = fewest_sharing;
};

Dependency measure_dependency(const CodedColumn& determinant, const CodedColumn& dependent,
                              const RowMeaning& rows = {}, const Progress& progress = {});

// True if the rows, 30 at least, show a functional dependency, or nearly one: the first attribute
// corrects 0.9 of the wrong guesses. Attributes of real tables that are merely associated stay
// below 0.85.
bool is_determining(const Dependency& dependency);

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
};

// Pairs are formed of so many attributes, those with the fewest values, and looked at in so many
// rows; a pair is found where it tells of a tenth of the rows at least, and so is an attribute
// without one of its values. Rows of persons are looked at together: up to ten of each of a
// thousand persons, or of more where these have fewer than five each.
inline constexpr std::size_t most_paired_attributes = 20;
inline constexpr Row most_paired_rows = 5000;
inline constexpr Code fewest_sampled_persons = 1000;
inline constexpr std::uint32_t most_rows_of_person = 10;

// Looks at each suspected attribute in all rows, at its numbers and at parts of its values in some
// of them, then at pairs of those attributes that do not determine the sensitive one by themselves.
std::vector<FoundDependency> find_dependencies(const Microdata& data,
                                               const DependencySearch& search,
                                               const Progress& progress = {});

}  // namespace microdata
