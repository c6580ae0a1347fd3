#include "json_mutations.hpp"

#include <algorithm>
#include <utility>

namespace microdata::fuzz {

namespace {

// Largest number of keys and values to learn, because keys from data, such as labels, would
// displace the others.
constexpr std::size_t most_values = 64;

template <typename Value>
void add_new(std::vector<Value>& values, const Value& value) {
  if (values.size() < most_values && std::find(values.begin(), values.end(), value) == values.end())
    values.push_back(value);
}

// A member of an object or an element of an array.
struct Place {
  Json* parent = nullptr;
  std::string key;        // key of the member, or of the array that contains the element
  std::size_t index = 0;  // index in an array

  Json& value() const { return parent->is_object() ? (*parent)[key] : (*parent)[index]; }
};

void collect(Json& value, const std::string& key, std::vector<Place>& places) {
  if (value.is_object()) {
    for (auto& [name, member] : value.items()) {
      places.push_back({&value, name, 0});
      collect(member, name, places);
    }
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      places.push_back({&value, key, i});
      collect(value[i], key, places);
    }
  }
}

std::vector<Place> places_in(Json& document) {
  std::vector<Place> places;
  collect(document, "", places);
  return places;
}

// Returns a place by a descent from the root, so that deep places are rarer than in a uniform
// choice.
Place place_from_root(Choice& choice, Json& document) {
  Place place;
  std::string key;
  for (Json* at = &document; at->is_structured() && !at->empty();) {
    const std::size_t index = choice.below(at->size());
    place = {at, key, index};
    if (at->is_object()) {
      place.key = std::next(at->begin(), static_cast<std::ptrdiff_t>(index)).key();
      key = place.key;
    }
    at = &place.value();
    if (choice.one_in(5)) break;
  }
  return place;
}

Place some_place(Choice& choice, Json& document) {
  if (choice.one_in(2)) return place_from_root(choice, document);
  const std::vector<Place> places = places_in(document);
  return places.empty() ? Place{} : choice.of(places);
}

void erase(const Place& place) {
  if (place.parent->is_object())
    place.parent->erase(place.key);
  else
    place.parent->erase(place.index);
}

void duplicate(Choice& choice, const Vocabulary& vocabulary, const Place& place) {
  Json copy = place.value();
  if (place.parent->is_array()) {
    place.parent->insert(place.parent->begin() + static_cast<std::ptrdiff_t>(place.index),
                         std::move(copy));
  } else {
    (*place.parent)[choice.one_in(4) ? place.key + "_2" : vocabulary.key_under(choice, "")] =
        std::move(copy);
  }
}

// Swaps the value with that of another place with the same key.
void swap_with_like(Choice& choice, Json& document, const Place& place) {
  std::vector<Place> like;
  for (const Place& other : places_in(document)) {
    if (other.key == place.key && (other.parent != place.parent || other.index != place.index))
      like.push_back(other);
  }
  if (like.empty()) return;
  Json& one = place.value();
  Json& other = choice.of(like).value();
  Json kept = one;
  one = other;
  // The other value may be part of the first.
  for (const Place& still : places_in(document)) {
    if (&still.value() == &other) {
      other = std::move(kept);
      return;
    }
  }
}

void change_slightly(Choice& choice, Json& value) {
  if (value.is_number_integer())
    value = static_cast<std::int64_t>(value.get<std::uint64_t>() +
                                      static_cast<std::uint64_t>(choice.of({-1, 1, 2, 97})));
  else if (value.is_number())
    value = value.get<double>() * choice.of({-1.0, 0.5, 2.0, 1e9});
  else if (value.is_boolean())
    value = !value.get<bool>();
  else if (value.is_string())
    value = value.get<std::string>() + choice.of({"x", " ", "\"", "%", "1"});
  else if (value.is_array() && !value.empty())
    std::reverse(value.begin(), value.end());
  else
    value = boundary_value(choice);
}

void change(Choice& choice, const Vocabulary& vocabulary, Json& document) {
  const Place place = some_place(choice, document);
  if (place.parent == nullptr) {
    document = boundary_value(choice);
    return;
  }
  switch (choice.below(12)) {
    case 0:
      place.value() = boundary_value(choice);
      break;
    case 1:
    case 2:
      change_slightly(choice, place.value());
      break;
    case 3:
    case 4:
      erase(place);
      break;
    case 5:
      duplicate(choice, vocabulary, place);
      break;
    case 6:
    case 7:
      swap_with_like(choice, document, place);
      break;
    case 8: {
      Json& value = place.value();
      if (value.is_object()) {
        const std::string key = vocabulary.key_under(choice, place.key);
        value[key] = vocabulary.value_of(choice, key);
        break;
      }
      [[fallthrough]];
    }
    default:
      place.value() = vocabulary.value_of(choice, place.key);
      break;
  }
}

}  // namespace

void Vocabulary::learn(const Json& document) {
  learn_under("", document);
}

void Vocabulary::learn_under(const std::string& parent, const Json& value) {
  if (value.is_object()) {
    for (const auto& [key, member] : value.items()) {
      add_new(keys_[parent], key);
      add_new(values_[key], member);
      learn_under(key, member);
    }
  } else if (value.is_array()) {
    for (const Json& element : value) {
      add_new(values_[parent], element);
      learn_under(parent, element);
    }
  }
}

Json Vocabulary::value_of(Choice& choice, const std::string& key) const {
  const auto found = values_.find(key);
  return found == values_.end() || choice.one_in(8) ? boundary_value(choice)
                                                    : choice.of(found->second);
}

std::string Vocabulary::key_under(Choice& choice, const std::string& parent) const {
  auto found = keys_.find(parent);
  if (found == keys_.end() || choice.one_in(10))
    found = std::next(keys_.begin(), static_cast<std::ptrdiff_t>(choice.below(keys_.size())));
  return found == keys_.end() ? "no such key" : choice.of(found->second);
}

Json boundary_value(Choice& choice) {
  static const std::vector<Json> values = {0,
                                           -1,
                                           1,
                                           2,
                                           3,
                                           99,
                                           1600,
                                           1601,
                                           65535,
                                           2147483647,
                                           -2147483648LL,
                                           4294967295LL,
                                           9007199254740993LL,
                                           9223372036854775807LL,
                                           1e308,
                                           -1e308,
                                           5e-324,
                                           0.5,
                                           1e-9,
                                           nullptr,
                                           true,
                                           false,
                                           "",
                                           "NaN",
                                           "Infinity",
                                           "-1",
                                           "99",
                                           "ctid",
                                           "bucket",
                                           std::string(63, 'n'),
                                           std::string(64, 'n'),
                                           std::string(5000, 'n'),
                                           Json::array(),
                                           Json::object(),
                                           Json::array({nullptr}),
                                           Json::array({Json::array()}),
                                           Json::array({-1, 99, 2147483647}),
                                           Json::object({{"", nullptr}})};
  return choice.of(values);
}

void mutate(Choice& choice, const Vocabulary& vocabulary, std::size_t changes, Json& document) {
  for (; changes > 0; --changes)
    change(choice, vocabulary, document);
}

}  // namespace microdata::fuzz
