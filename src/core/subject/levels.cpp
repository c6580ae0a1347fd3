#include "core/subject/levels.hpp"

#include <algorithm>
#include <cmath>

#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

// Returns all numbers up to 2 * fineness, then `fineness` numbers to each doubling.
Levels grid(std::uint32_t most, std::uint32_t fineness) {
  Levels levels;
  for (std::uint64_t rows = 1; rows <= most; rows += std::max<std::uint64_t>(rows / fineness, 1))
    levels.push_back(static_cast<std::uint32_t>(rows));
  return levels;
}

Levels bounded_grid(std::uint32_t most, std::size_t limit) {
  for (std::uint32_t fineness = 16; fineness > 1; fineness /= 2) {
    Levels levels = grid(most, fineness);
    if (levels.size() <= limit) return levels;
  }
  return grid(most, 1);
}

// Returns the numbers that can be levels: those of the grid and, for each, the fewest rows of any
// person with at least that number. No person then loses rows if all have the same number.
Levels possible_levels(std::span<const Row> persons, std::span<const std::uint32_t> rows_of_person,
                       std::size_t limit, const Progress& progress) {
  std::uint32_t most = 1;
  for (std::size_t i = 0; i < persons.size(); ++i) {
    progress.checkpoint_at(i);
    most = std::max(most, rows_of_person[persons[i]]);
  }
  Levels levels = bounded_grid(most, limit);
  std::vector<std::uint32_t> fewest(levels.size(), most);
  for (std::size_t i = 0; i < persons.size(); ++i) {
    progress.checkpoint_at(i);
    const std::uint32_t rows = rows_of_person[persons[i]];
    const auto above = std::upper_bound(levels.begin(), levels.end(), rows);
    std::uint32_t& least = fewest[static_cast<std::size_t>(above - levels.begin()) - 1];
    least = std::min(least, rows);
  }
  levels.insert(levels.end(), fewest.begin(), fewest.end());
  std::sort(levels.begin(), levels.end());
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  return levels;
}

// Persons by the largest possible level that is not above their number of rows.
using LevelClasses = std::vector<std::vector<Row>>;

LevelClasses level_classes(const Levels& levels, std::span<const Row> persons,
                           std::span<const std::uint32_t> rows_of_person,
                           const Progress& progress) {
  LevelClasses classes(levels.size());
  for (std::size_t i = 0; i < persons.size(); ++i) {
    progress.checkpoint_at(i);
    const auto above = std::upper_bound(levels.begin(), levels.end(), rows_of_person[persons[i]]);
    classes[static_cast<std::size_t>(above - levels.begin()) - 1].push_back(persons[i]);
  }
  return classes;
}

// Returns the levels with which most rows are published. Equal choices are decided by fewer levels,
// because strata with more persons are easier to divide. published(first, last) is the number of
// persons that are published if the classes from first to last are a stratum with the level of the
// first; nothing if they cannot be a stratum.
template <typename Function>
std::optional<Levels> most_rows(const Levels& levels, const LevelClasses& classes,
                                const Function& published) {
  struct Best {
    bool possible = false;
    std::uint64_t rows = 0;
    std::size_t strata = 0;
    std::size_t next = 0;
  };
  const std::size_t none = levels.size();
  std::vector<Best> from(none + 1);
  from[none].possible = true;
  for (std::size_t level = none; level-- > 0;) {
    for (std::size_t end = level; end < none; ++end) {
      const Best& rest = from[end + 1];
      const std::optional<std::uint64_t> persons = published(level, end);
      if (!rest.possible || !persons) continue;
      const std::uint64_t rows = *persons * levels[level] + rest.rows;
      Best& best = from[level];
      if (best.possible &&
          (rows < best.rows || (rows == best.rows && rest.strata + 1 >= best.strata))) {
        continue;
      }
      best = {true, rows, rest.strata + 1, end + 1};
    }
  }
  // No person may have fewer rows than the first level.
  std::size_t first = none;
  for (std::size_t level = 0; level < none; ++level) {
    if (from[level].possible && (first == none || from[level].rows > from[first].rows))
      first = level;
    if (!classes[level].empty()) break;
  }
  if (first == none) return std::nullopt;
  Levels chosen;
  for (std::size_t level = first; level != none; level = from[level].next)
    chosen.push_back(levels[level]);
  return chosen;
}

class LevelChoice {
 public:
  LevelChoice(const SetRule& rule, std::span<const Row> persons,
              std::span<const std::uint32_t> rows_of_person, const Progress& progress)
      : rule_(rule),
        progress_(progress),
        levels_(possible_levels(persons, rows_of_person, most_levels(rule), progress)),
        classes_(level_classes(levels_, persons, rows_of_person, progress)),
        counts_(levels_.size() * items()),
        published_(levels_.size() * levels_.size()) {}

  std::optional<Levels> run(PersonsOut out) {
    next_item_.resize(rule_.sets().persons());
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      grow_to(level);
      judge(level, out);
    }
    return most_rows(levels_, classes_, [this](std::size_t first, std::size_t last) {
      return published_[first * levels_.size() + last];
    });
  }

 private:
  // Bounds the counts by level and item; a few levels are always allowed.
  static std::size_t most_levels(const SetRule& rule) {
    constexpr std::size_t most_counts = std::size_t{1} << 22U;
    return std::clamp<std::size_t>(most_counts / std::max<std::size_t>(rule.sets().items(), 1) / 2,
                                   8, 64);
  }

  std::size_t items() const { return rule_.sets().items(); }
  std::span<std::uint32_t> counts_of(std::size_t level) {
    return std::span(counts_).subspan(level * items(), items());
  }

  // Adds the items of the first rows, up to the level's number, to the counts of the classes of
  // this level and above.
  void grow_to(std::size_t level) {
    for (std::size_t c = level; c < classes_.size(); ++c) {
      const std::span<std::uint32_t> counts = counts_of(c);
      for (std::size_t i = 0; i < classes_[c].size(); ++i) {
        progress_.checkpoint_at(i);
        const Row person = classes_[c][i];
        const std::span<const Item> set = rule_.sets().of(person);
        const std::span<const std::uint32_t> first_rows = rule_.sets().first_rows(person);
        std::uint32_t& next = next_item_[person];
        for (; next < set.size() && first_rows[next] < levels_[level]; ++next)
          ++counts[set[next]];
      }
    }
  }

  // Returns about how many persons of a stratum are left if those with too frequent items are
  // suppressed. The estimate takes them for different persons, and no other item becomes too
  // frequent.
  std::optional<std::uint64_t> left_of(std::span<const std::uint32_t> counts,
                                       std::uint32_t persons) const {
    double out = 0;
    for (const std::uint32_t count : counts) {
      if (!share_holds(count, persons, rule_.l()))
        out += (count - persons / rule_.l()) / (1 - 1 / rule_.l());
    }
    const double left = std::floor(persons - out);
    if (out == 0 || left < rule_.fewest()) return std::nullopt;
    return static_cast<std::uint64_t>(left);
  }

  // Records how many persons strata that start at this level publish, by the level at which they
  // end.
  void judge(std::size_t level, PersonsOut out) {
    std::vector<std::uint32_t> together(items());
    std::uint32_t persons = 0;
    for (std::size_t end = level; end < levels_.size(); ++end) {
      progress_.checkpoint();
      if (!classes_[end].empty()) {
        const std::span<const std::uint32_t> counts = counts_of(end);
        for (std::size_t item = 0; item < counts.size(); ++item)
          together[item] += counts[item];
        persons += static_cast<std::uint32_t>(classes_[end].size());
      }
      std::optional<std::uint64_t>& published = published_[level * levels_.size() + end];
      if (rule_.holds(together, persons)) {
        published = persons;
      } else if (out == PersonsOut::some) {
        published = left_of(together, persons);
      }
    }
  }

  const SetRule& rule_;
  const Progress& progress_;
  Levels levels_;
  LevelClasses classes_;
  // Counts by class and item over the items read so far, and the number of items read of each
  // person.
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint32_t> next_item_;
  // Published persons by first level and last class; nothing if these are no stratum.
  std::vector<std::optional<std::uint64_t>> published_;
};

}  // namespace

std::optional<Levels> choose_levels(const SetRule& rule, std::span<const Row> persons,
                                    std::span<const std::uint32_t> rows_of_person,
                                    const Progress& progress, PersonsOut out) {
  return LevelChoice(rule, persons, rows_of_person, progress).run(out);
}

Levels choose_levels_by_counts(std::size_t fewest, std::span<const Row> persons,
                               std::span<const std::uint32_t> rows_of_person,
                               const Progress& progress) {
  constexpr std::size_t most_levels = 64;
  const Levels levels = possible_levels(persons, rows_of_person, most_levels, progress);
  const LevelClasses classes = level_classes(levels, persons, rows_of_person, progress);
  // Number of persons with fewer rows than each level.
  std::vector<std::size_t> below{0};
  for (const std::vector<Row>& of_level : classes)
    below.push_back(below.back() + of_level.size());
  const std::size_t asked = std::min(fewest, persons.size());
  // All persons together satisfy the predicate, so that a choice exists.
  return *most_rows(levels, classes, [&](std::size_t first, std::size_t last) {
    const std::uint64_t of_stratum = below[last + 1] - below[first];
    return of_stratum >= asked ? std::optional(of_stratum) : std::nullopt;
  });
}

}  // namespace microdata
