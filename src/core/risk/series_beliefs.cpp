#include "core/risk/series_beliefs.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace microdata {

namespace {

// Sorts a person's places by signature, and merges those of one signature.
void gather_places(std::vector<PlacedSignatures::Place>& places, std::size_t first) {
  const auto begin = places.begin() + static_cast<std::ptrdiff_t>(first);
  std::sort(begin, places.end(),
            [](const auto& a, const auto& b) { return a.signature < b.signature; });
  auto kept = begin;
  for (auto place = begin; place != places.end(); ++place) {
    if (kept != begin && (kept - 1)->signature == place->signature) {
      (kept - 1)->probability += place->probability;
    } else {
      *kept++ = *place;
    }
  }
  places.erase(kept, places.end());
}

// Returns the share of each value among the rows of a place's slots.
std::vector<ReleaseBeliefs::Belief> shares_of(const PlacedPersons& placed,
                                              const PlacedPersons::Place& place,
                                              std::span<const Code> codes) {
  const auto slots = std::span(placed.slots).subspan(place.first_slot, place.slots);
  double rows = 0;
  for (const PlacedPersons::Slot& slot : slots)
    rows += slot.rows;
  std::vector<ReleaseBeliefs::Belief> shares;
  for (const PlacedPersons::Slot& slot : slots)
    shares.push_back({codes[slot.value], slot.rows / rows});
  return shares;
}

// Updates the beliefs about a person by the signature, if `valueless` is the probability that the
// person is shown without a value.
void believe_outside(const PlacedSignatures& edition, double valueless,
                     std::map<Code, double>& believed) {
  double outside = 0;
  for (const ReleaseBeliefs::Belief& value : edition.shown)
    outside += believed.contains(value.value) ? 0 : value.probability;
  if (!(outside > 0)) return;
  const std::map<Code, double> of_signature = believed;
  for (auto& [value, probability] : believed)
    probability *= 1 - valueless;
  std::erase_if(believed, [](const auto& one) { return !(one.second > 0); });
  for (const ReleaseBeliefs::Belief& value : edition.shown) {
    if (!of_signature.contains(value.value))
      believed[value.value] += valueless * value.probability / outside;
  }
}

}  // namespace

PlacedSignatures signatures_of_places(const PlacedPersons& placed, std::span<const Code> codes,
                                      const Progress& progress) {
  PlacedSignatures result;
  std::unordered_map<std::size_t, std::uint32_t> of_slot;
  for (std::size_t i = 0; i < placed.persons.size(); ++i) {
    progress.checkpoint_at(i * 64);
    double valueless = 0;
    for (const PlacedPersons::Place& place : placed.of(i)) {
      if (placed.slot_of_valueless == place.first_slot) {
        valueless += static_cast<double>(place.probability);
        if (result.shown.empty()) result.shown = shares_of(placed, place, codes);
        continue;
      }
      const auto [found, is_new] = of_slot.try_emplace(
          place.first_slot, static_cast<std::uint32_t>(result.signatures.size()));
      if (is_new) {
        std::vector<Code>& signature = result.signatures.emplace_back();
        for (std::size_t slot = place.first_slot; slot < place.first_slot + place.slots; ++slot)
          signature.push_back(codes[placed.slots[slot].value]);
      }
      result.places.push_back({found->second, static_cast<double>(place.probability)});
    }
    result.first.push_back(result.places.size());
    if (placed.slot_of_valueless) result.valueless.push_back(valueless);
  }
  return result;
}

std::vector<std::vector<Code>> number_signatures(std::span<PlacedSignatures* const> editions) {
  std::map<std::vector<Code>, std::uint32_t> numbers;
  std::vector<std::vector<Code>> all;
  for (PlacedSignatures* edition : editions) {
    std::vector<std::uint32_t> number;
    for (std::vector<Code>& signature : edition->signatures) {
      std::sort(signature.begin(), signature.end());
      const auto [found, is_new] =
          numbers.try_emplace(signature, static_cast<std::uint32_t>(all.size()));
      if (is_new) all.push_back(signature);
      number.push_back(found->second);
    }
    PlacedSignatures numbered;
    for (std::size_t person = 0; person < edition->persons(); ++person) {
      const std::size_t first = numbered.places.size();
      for (const PlacedSignatures::Place& place : edition->of(person))
        numbered.places.push_back({number[place.signature], place.probability});
      gather_places(numbered.places, first);
      numbered.first.push_back(numbered.places.size());
    }
    numbered.valueless = std::move(edition->valueless);
    numbered.shown = std::move(edition->shown);
    *edition = std::move(numbered);
  }
  return all;
}

bool keep_signatures(const PlacedSignatures& earlier, const PlacedSignatures& later) {
  std::size_t in_both = 0;
  std::size_t alike = 0;
  for (std::size_t person = 0; person < std::min(earlier.persons(), later.persons()); ++person) {
    const auto before = earlier.of(person);
    const auto after = later.of(person);
    if (before.size() != 1 || after.size() != 1) continue;
    ++in_both;
    alike += before.front().signature == after.front().signature ? 1 : 0;
  }
  return 2 * alike >= in_both;
}

ReleaseBeliefs believe_editions(std::span<const PlacedSignatures* const> editions,
                                std::span<const std::vector<Code>> signatures, std::size_t persons,
                                const Progress& progress) {
  struct Seen {
    std::size_t editions = 0;
    double weight = 0;
  };
  ReleaseBeliefs result;
  std::map<std::uint32_t, Seen> seen;
  std::map<Code, double> believed;
  for (std::size_t person = 0; person < persons; ++person) {
    progress.checkpoint_at(person * 64);
    seen.clear();
    believed.clear();
    std::size_t most = 0;
    for (const PlacedSignatures* edition : editions) {
      for (const PlacedSignatures::Place& place : edition->of(person)) {
        Seen& of_signature = seen[place.signature];
        most = std::max(most, ++of_signature.editions);
        of_signature.weight += place.probability;
      }
    }
    double all = 0;
    for (const auto& [signature, one] : seen)
      all += one.editions == most ? one.weight : 0;
    for (const auto& [signature, one] : seen) {
      if (one.editions < most) continue;
      const std::vector<Code>& values = signatures[signature];
      for (const Code value : values)
        believed[value] += one.weight / all / static_cast<double>(values.size());
    }
    const PlacedSignatures* last = nullptr;
    for (const PlacedSignatures* edition : editions) {
      if (person < edition->valueless.size() && edition->valueless[person] > 0) last = edition;
    }
    if (last != nullptr) believe_outside(*last, last->valueless[person], believed);
    for (const auto& [value, probability] : believed)
      result.beliefs.push_back({value, probability});
    result.first.push_back(result.beliefs.size());
  }
  return result;
}

}  // namespace microdata
