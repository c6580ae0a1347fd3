#include "core/partition/drawn_ends.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "core/partition/class_boxes.hpp"
#include "core/partition/value_order.hpp"

namespace microdata {

namespace {

using Kind = GeneralizedAttribute::Kind;

// Values of an attribute that distinguish classes, in the order of boxes. Values that ends of
// ranges do not distinguish share a place. All values of an attribute that is not divisible share
// one, because different values can be equal to readers.
struct Places {
  std::vector<std::uint32_t> of_code;
  std::vector<Code> first;  // smallest code of each place that a row has
  // number of rows at earlier places; the last entry counts all rows
  std::vector<std::uint64_t> before;
  // Places of numbers to which ends of ranges can move.
  PlaceSpan movable;
};

Places places_of(const Microdata& data, const GeneralizedAttribute& shown) {
  const Attribute& attribute = data.attributes[shown.attribute];
  Places places;
  places.of_code.resize(attribute.distinct);
  if (!attribute.divisible) return places;
  if (shown.kind == Kind::label) {
    places.of_code = value_order(attribute).rank;
    return places;
  }
  std::vector<std::uint64_t> rows;
  for (Code code = 0; code < attribute.distinct; ++code) {
    if (shown.kind != Kind::range || code == 0 ||
        attribute.end_of_range(code) != attribute.end_of_range(code - 1))
      rows.push_back(0);
    places.of_code[code] = static_cast<std::uint32_t>(rows.size() - 1);
  }
  if (shown.kind != Kind::range) return places;
  places.first.assign(rows.size(), attribute.distinct);
  std::vector<std::uint64_t> of_value(attribute.distinct);
  for (const Code code : data.columns[shown.attribute])
    ++of_value[code];
  for (Code code = attribute.distinct; code-- > 0;) {
    rows[places.of_code[code]] += of_value[code];
    if (of_value[code] > 0) places.first[places.of_code[code]] = code;
  }
  places.before.push_back(0);
  for (const std::uint64_t here : rows)
    places.before.push_back(places.before.back() + here);
  std::vector<std::uint8_t> is_number(rows.size(), 1);
  for (Code code = 0; code < attribute.distinct; ++code) {
    if (!std::isfinite(attribute.projection[code])) is_number[places.of_code[code]] = 0;
  }
  std::uint32_t from = 0;
  auto to = static_cast<std::uint32_t>(rows.size());
  while (from < to && (is_number[from] == 0 || rows[from] == 0))
    ++from;
  while (to > from && (is_number[to - 1] == 0 || rows[to - 1] == 0))
    --to;
  places.movable = {from, to};
  return places;
}

// Returns the places that each published value covers. A set covers all places between its first
// and its last.
std::vector<PlaceSpan> spans_of(const Attribute& attribute, const GeneralizedAttribute& shown,
                                const Places& places) {
  std::vector<PlaceSpan> result;
  if (shown.kind != Kind::label) {
    for (const GeneralizedValue& value : shown.values)
      result.push_back(
          {places.of_code[value.codes.front()], places.of_code[value.codes.back()] + 1});
    return result;
  }
  const Hierarchy& hierarchy = *attribute.hierarchy;
  std::vector<std::vector<PlaceSpan>> of_label;
  for (std::size_t level = 0; level < hierarchy.levels(); ++level) {
    of_label.emplace_back(hierarchy.labels[level], PlaceSpan{attribute.distinct, 0});
    for (Code code = 0; code < attribute.distinct; ++code) {
      PlaceSpan& span = of_label[level][hierarchy.label_of_code[level][code]];
      span.from = std::min(span.from, places.of_code[code]);
      span.to = std::max(span.to, places.of_code[code] + 1);
    }
  }
  for (const GeneralizedValue& value : shown.values)
    result.push_back(
        of_label[value.level][hierarchy.label_of_code[value.level][value.codes.front()]]);
  return result;
}

bool have_common_value(const std::vector<Code>& one, const std::vector<Code>& other) {
  for (auto a = one.begin(), b = other.begin(); a != one.end() && b != other.end();) {
    if (*a == *b) return true;
    ++(*a < *b ? a : b);
  }
  return false;
}

// Largest number of values that an end passes, so that the time does not grow with the domain.
constexpr std::size_t most_passed = 256;

class EndDrawing {
 public:
  EndDrawing(const Microdata& data, const TuplePartition& classes,
             const std::vector<GeneralizedAttribute>& shown, Random& random,
             const Progress& progress)
      : data_(data), classes_(classes), shown_(shown), random_(random), progress_(progress) {
    std::vector<PlaceSpan> spans(classes.buckets() * shown.size());
    for (std::size_t i = 0; i < shown.size(); ++i) {
      progress.checkpoint();
      places_.push_back(places_of(data, shown[i]));
      const std::vector<PlaceSpan> of_value =
          spans_of(data.attributes[shown[i].attribute], shown[i], places_[i]);
      for (std::size_t c = 0; c < classes.buckets(); ++c)
        spans[c * shown.size() + i] = of_value[shown[i].value_of_class[c]];
    }
    boxes_.emplace(shown.size(), spans);
  }

  // Draws the ends of all classes, in random order so that no class takes precedence.
  void draw() {
    std::vector<std::uint32_t> order(classes_.buckets());
    std::iota(order.begin(), order.end(), 0U);
    random_.shuffle(std::span(order));
    for (const std::uint32_t c : order) {
      progress_.checkpoint();
      for (std::size_t i = 0; i < shown_.size(); ++i) {
        if (shown_[i].kind == Kind::range) draw_of_class(c, i);
      }
    }
  }

  const PlaceSpan& span(std::size_t c, std::size_t i) const { return boxes_->box(c)[i]; }
  const Places& places(std::size_t i) const { return places_[i]; }

 private:
  enum class Direction { down, up };

  void draw_of_class(std::size_t c, std::size_t i) {
    const PlaceSpan own = boxes_->box(c)[i];
    if (own.to - own.from < 2) return;
    const Attribute& attribute = data_.attributes[shown_[i].attribute];
    const std::vector<Code>& codes = shown_of(c, i).codes;
    const bool with_null = attribute.nullable && codes.back() + 1 == attribute.distinct;
    const Code low = codes.front();
    const Code high = codes[codes.size() - (with_null ? 2 : 1)];
    const std::vector<Code>& column = data_.columns[shown_[i].attribute];
    const auto rows = classes_.bucket(c);
    const auto numbers = with_null ? std::count_if(rows.begin(), rows.end(),
                                                   [&](Row row) { return column[row] <= high; })
                                   : static_cast<std::ptrdiff_t>(rows.size());
    const Places& places = places_[i];
    const std::uint64_t within =
        places.before[places.of_code[high] + std::size_t{1}] - places.before[own.from];
    const double share = static_cast<double>(numbers) / static_cast<double>(within);
    const double log_absent = share < 1 ? std::log1p(-share) : 0;
    const double width = attribute.projection[high] - attribute.projection[low];
    for (const Direction direction : {Direction::down, Direction::up})
      move_end(c, i, direction, log_absent, std::isfinite(width) ? width : 0);
  }

  const GeneralizedValue& shown_of(std::size_t c, std::size_t i) const {
    return shown_[i].values[shown_[i].value_of_class[c]];
  }

  // Returns the chance that the class has a value of a place. `log_absent` is the logarithm of the
  // chance that a row is not in the class, or 0 if all rows are.
  double chance_of(const Places& places, std::uint32_t place, double log_absent) const {
    const std::uint64_t rows = places.before[place + std::size_t{1}] - places.before[place];
    return log_absent < 0 ? -std::expm1(static_cast<double>(rows) * log_absent)
                          : static_cast<double>(rows > 0);
  }

  void move_end(std::size_t c, std::size_t i, Direction direction, double log_absent,
                double width) {
    const Places& places = places_[i];
    const PlaceSpan own = boxes_->box(c)[i];
    const std::uint32_t end = direction == Direction::down ? own.from : own.to - 1;
    if (end < places.movable.from || end >= places.movable.to) return;
    const std::vector<double>& numbers = data_.attributes[shown_[i].attribute].projection;
    // Holds the places that the end has passed beyond its own, including the place where it stops.
    reached_.clear();
    const std::uint32_t last =
        direction == Direction::down ? places.movable.from : places.movable.to - 1;
    bool stopped = random_.share() < chance_of(places, end, log_absent);
    for (std::uint32_t at = end; !stopped;) {
      // Ends stop at the last value of the table.
      if (at == last) {
        stopped = true;
        break;
      }
      at = direction == Direction::down ? at - 1 : at + 1;
      if (places.first[at] >= numbers.size()) continue;
      const double distance = std::abs(numbers[places.first[at]] - numbers[places.first[end]]);
      // One value beyond the end is always possible.
      if (!reached_.empty() && (distance > width || reached_.size() == most_passed)) break;
      reached_.push_back(at);
      progress_.checkpoint_at(reached_.size());
      stopped = random_.share() < chance_of(places, at, log_absent);
    }
    const std::size_t wanted = reached_.size();
    leave_to_others(c, i, direction);
    std::size_t steps = reached_.size();
    if (!stopped || steps < wanted) steps = random_.below(static_cast<std::uint32_t>(steps + 1));
    if (steps == 0) return;
    const std::uint32_t at = reached_[steps - 1];
    boxes_->set(c, i,
                direction == Direction::down ? PlaceSpan{at, own.to} : PlaceSpan{own.from, at + 1});
  }

  // Removes from reached_ the places that the class would share with another class.
  void leave_to_others(std::size_t c, std::size_t i, Direction direction) {
    if (reached_.empty()) return;
    const auto own = boxes_->box(c);
    wanted_.assign(own.begin(), own.end());
    PlaceSpan& beyond = wanted_[i];
    beyond = direction == Direction::down ? PlaceSpan{reached_.back(), own[i].from}
                                          : PlaceSpan{own[i].to, reached_.back() + 1};
    boxes_->for_each_that_meets(wanted_, pending_, [&](std::size_t other) {
      if (other == c || !sets_meet(c, other)) return;
      const PlaceSpan& theirs = boxes_->box(other)[i];
      if (direction == Direction::down) {
        beyond.from = std::max(beyond.from, theirs.to);
      } else {
        beyond.to = std::min(beyond.to, theirs.from);
      }
    });
    while (!reached_.empty() && (reached_.back() < beyond.from || reached_.back() >= beyond.to))
      reached_.pop_back();
  }

  bool sets_meet(std::size_t c, std::size_t other) const {
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      if (shown_[i].kind == Kind::set && data_.attributes[shown_[i].attribute].divisible &&
          !have_common_value(shown_of(c, i).codes, shown_of(other, i).codes))
        return false;
    }
    return true;
  }

  const Microdata& data_;
  const TuplePartition& classes_;
  const std::vector<GeneralizedAttribute>& shown_;
  Random& random_;
  const Progress& progress_;
  std::vector<Places> places_;
  std::optional<ClassBoxes> boxes_;
  // Working memory.
  std::vector<std::uint32_t> reached_;
  std::vector<PlaceSpan> wanted_;
  std::vector<std::size_t> pending_;
};

}  // namespace

void draw_ends(const Microdata& data, const TuplePartition& classes,
               std::vector<GeneralizedAttribute>& shown, LossMeasure loss, Random& random,
               const Progress& progress) {
  if (std::none_of(shown.begin(), shown.end(),
                   [](const GeneralizedAttribute& one) { return one.kind == Kind::range; })) {
    return;
  }
  EndDrawing drawing(data, classes, shown, random, progress);
  drawing.draw();
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (shown[i].kind != Kind::range) continue;
    const Places& places = drawing.places(i);
    const Attribute& attribute = data.attributes[shown[i].attribute];
    const auto is_null = [&](Code code) {
      return attribute.nullable && code + 1 == attribute.distinct;
    };
    std::vector<std::vector<Code>> codes;
    for (std::size_t c = 0; c < classes.buckets(); ++c) {
      progress.checkpoint_at(c);
      const PlaceSpan& span = drawing.span(c, i);
      std::vector<Code> of_class = shown[i].values[shown[i].value_of_class[c]].codes;
      const std::uint32_t last = span.to - 1;
      if (span.from < places.of_code[of_class.front()]) {
        // The greatest number before a NULL stays.
        const bool one_number = of_class.size() == 2 && is_null(of_class.back());
        if (one_number) of_class.insert(of_class.begin(), of_class.front());
        of_class.front() = places.first[span.from];
      }
      if (last > places.of_code[of_class.back()]) of_class.back() = places.first[last];
      codes.push_back(std::move(of_class));
    }
    shown[i] = show_ranges(data, shown[i].attribute, std::move(codes), loss, progress);
  }
}

}  // namespace microdata
