#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/grouped.hpp"
#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/risk/joint_placement.hpp"
#include "core/risk/placed_pool.hpp"
#include "postgres/audits/inference_figures.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/drawn_persons.hpp"

// The de Finetti attack on a release that is read region by region.

namespace microdata::postgres {

// Places of the persons of a region in tables of sets, with the sets' values of all sensitive
// attributes. Persons are numbered as in PlacedAttribute.
struct PlacedSets {
  struct Attribute {
    const std::string& name;
    const Dictionary& values;
    // Values that each person has in any row.
    const Grouped<std::uint32_t>& truth;
  };
  std::vector<Attribute> attributes;
  // Places of members, who are in random order, and those of outsiders.
  const JointPlacement& placed;
  const JointPlacement& outside;
  std::size_t members = 0;
  std::size_t outsiders = 0;
  std::span<const KnownAttribute> known;
  // Dictionary of each known attribute; null for an attribute of numbers that are their codes.
  std::span<const Dictionary* const> known_values;
};

// True values of persons. `first` has the first value of each person, and the end; it is empty as
// long as each person has one value, which takes little memory.
struct HeldValues {
  std::vector<std::size_t> first;
  std::vector<Code> values;

  std::size_t persons() const { return first.empty() ? values.size() : first.size() - 1; }
  std::span<const Code> of(std::size_t person) const {
    return true_values().of(static_cast<Row>(person));
  }
  TrueValues true_values() const {
    return first.empty() ? TrueValues(values) : TrueValues(first, values);
  }
  void add(std::span<const Code> of_person);
};

// Attacks parts of a release, each of which has several regions. Keeps places and what is known of
// persons while the regions of a part are added.
class PartsAttack {
 public:
  // Constructs an attack that counts at most the share `looked_at` of each region's persons.
  PartsAttack(const Release& release, const InferenceRequest& request, float looked_at,
              Random& random, const Progress& progress)
      : release_(release),
        request_(request),
        random_(random),
        progress_(progress),
        looked_at_(looked_at) {}

  void begin_region() { known_to_come_ = true; }

  // Adds a sensitive attribute of the region, which is guessed by itself; the attributes come one
  // after another.
  void add(const PlacedAttribute& attribute);
  // Adds all sensitive attributes of the region, which are guessed together.
  void add(const PlacedSets& sets);

  // Guesses the values of the part's persons, and forgets the part.
  void finish_part();

  // Returns the judged guesses of all parts that were finished.
  std::vector<JudgedGuesses> judged();

 private:
  // A person whose value was guessed.
  struct Guessed {
    Code value;
    Code of_all;
    float probability;
    // Position of the person in the random order of the region, from 0 to 1.
    float rank;
    bool baseline_is_right;
    bool is_near;
    bool baseline_is_near;
  };

  // Guesses of all parts about one sensitive attribute; values have numbers of all parts.
  struct OfAttribute {
    explicit OfAttribute(const AttributeType& type) : values(type) {}

    CollectedValues values;
    std::vector<Guessed> guessed;
    // True values of each person who was guessed.
    HeldValues truth;
    // Number of rows in the release, by number of the value.
    std::vector<std::uint64_t> rows;
    GuessesJudged control;
    GuessesJudged near_control;
  };

  // A sensitive attribute in the current part; values have numbers of the part.
  struct InPart {
    InPart(std::string attribute, const AttributeType& type)
        : name(std::move(attribute)), values(type) {}

    std::string name;
    CollectedValues values;
    HeldValues truth;
    HeldValues truth_of_outsiders;
  };

  // Sensitive attributes of the current part that are guessed together. A slot's value is that of
  // the one attribute or, if persons have sets of values, the number of an outcome.
  struct Together {
    std::vector<InPart> attributes;
    PlacedPool pool;
    bool has_sets = false;
    // Outcomes by the attribute and the number of each value.
    using Outcome = std::vector<std::pair<std::size_t, Code>>;
    std::map<Outcome, Code> outcomes;
  };

  // A known attribute of the persons in the current part.
  struct KnownInPart {
    // No values if codes are numbers.
    std::optional<CollectedValues> values;
    std::vector<Code> members;
    std::vector<Code> outsiders;
    Code distinct = 0;
    bool numeric = false;
  };

  Together& begin_together(const std::string& key, std::size_t members, std::size_t placed);
  InPart& begin_attribute(Together& together, std::size_t place, const std::string& name,
                          const AttributeType& type);
  void add_known(std::span<const KnownAttribute> known, std::span<const Dictionary* const> values,
                 std::size_t members, std::size_t outsiders);
  JointPlacement take_members(Together& together, std::span<const std::vector<Code>> codes);
  JointPlacement take_outsiders(Together& together, const JointPlacement& members);
  void guess(Together& together, const KnownFeatures& features);
  JudgedGuesses judge(const std::string& name, OfAttribute& of_all) const;

  const Release& release_;
  const InferenceRequest& request_;
  Random& random_;
  const Progress& progress_;
  // By the name of the one attribute, or by the empty name.
  std::map<std::string, Together> part_;
  std::vector<KnownInPart> known_;
  bool known_to_come_ = true;
  std::size_t known_members_ = 0;
  std::size_t known_outsiders_ = 0;
  std::map<std::string, OfAttribute> attributes_;
  // Names in the order of the release's attributes.
  std::vector<std::string> names_;
  // Share of each region's persons up to which all regions were looked at.
  float looked_at_;
};

}  // namespace microdata::postgres
