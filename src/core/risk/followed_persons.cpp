#include "core/risk/followed_persons.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace microdata {

namespace {

double median(std::vector<double> shares) {
  if (shares.empty()) return 0;
  const auto middle = shares.begin() + static_cast<std::ptrdiff_t>(shares.size() / 2);
  std::nth_element(shares.begin(), middle, shares.end());
  return *middle;
}

// Largest share of chance matches; above it, persons who do not match carry little information.
constexpr double most_by_chance = 0.9;

// Returns, by supposition, the share of the persons that it matches.
std::vector<double> matched_shares(const SupposedFit& fit, std::span<const std::size_t> persons) {
  std::vector<double> shares(fit.suppositions);
  for (const std::size_t person : persons) {
    for (std::size_t s = 0; s < fit.suppositions; ++s)
      shares[s] += fit.matched[person * fit.suppositions + s] ? 1 : 0;
  }
  for (double& share : shares)
    share /= std::max<double>(1, static_cast<double>(persons.size()));
  return shares;
}

// Returns the share that a wrong supposition matches, if there are so many suppositions that most
// of them are wrong; otherwise 0.
double matched_by_chance(const std::vector<double>& shares) {
  constexpr std::size_t enough = 5;
  if (shares.size() < enough) return 0;
  return std::min(most_by_chance, median(shares));
}

// Returns the number of persons in a place beyond the place's rows, if a random sample of persons
// is looked for. Two standard deviations of the sample's number are tolerated.
double beyond(double persons, double rows, double drawn) {
  const double expected = rows * drawn;
  constexpr double rounding = 1e-4;
  const double tolerated = 2 * std::sqrt(expected * (1 - drawn)) + rounding * rows;
  return std::max(0.0, persons - expected - tolerated);
}

// Returns the sum over all places of the persons beyond the rows, for one supposition.
double surplus_of(const PlacedPersons& placed, std::size_t tuples, std::size_t suppositions,
                  std::size_t supposition, double drawn, std::vector<double>& load) {
  std::vector<PlacedPersons::Place> groups;
  for (std::size_t i = supposition; i < tuples; i += suppositions) {
    const auto places = placed.of(i);
    // If probabilities are only beliefs, a person with one place is certain to be there, and no
    // other person is.
    if (places.size() > 1 && !placed.loads_are_exact) continue;
    for (const PlacedPersons::Place& place : places) {
      if (load[place.first_slot] == 0) groups.push_back(place);
      load[place.first_slot] += static_cast<double>(place.probability);
    }
  }
  double surplus = 0;
  for (const PlacedPersons::Place& group : groups) {
    double rows = 0;
    for (const auto& slot : std::span(placed.slots).subspan(group.first_slot, group.slots))
      rows += slot.rows;
    surplus += beyond(load[group.first_slot], rows, drawn);
    load[group.first_slot] = 0;
  }
  return surplus;
}

// Returns the number of persons beyond the rows of a column that show their known values, for one
// supposition.
double beyond_column(const SlicedView::Values& known, std::span<const std::uint32_t> rows,
                     std::span<const Row> tuples, std::size_t suppositions, std::size_t supposition,
                     double drawn) {
  std::vector<double> persons(known.distinct);
  for (std::size_t i = supposition; i < tuples.size(); i += suppositions) {
    const std::uint32_t value = known.tuples[tuples[i]];
    if (value != nowhere) ++persons[value];
  }
  double sum = 0;
  for (std::uint32_t value = 0; value < known.distinct; ++value)
    sum += beyond(persons[value], rows[value], drawn);
  return sum;
}

// True if all suppositions have the same values of every person.
bool is_alike(const SlicedView::Values& known, std::span<const Row> tuples,
              std::size_t suppositions) {
  for (std::size_t i = 0; i < tuples.size(); ++i) {
    if (known.tuples[tuples[i]] != known.tuples[tuples[i - i % suppositions]]) return false;
  }
  return true;
}

std::vector<std::uint32_t> rows_of_values(const SlicedView::Values& known) {
  std::vector<std::uint32_t> rows(known.distinct);
  for (const std::uint32_t value : known.published) {
    if (value != nowhere) ++rows[value];
  }
  return rows;
}

}  // namespace

SupposedFit fit_of(const PlacedPersons& placed, const SlicedView* view, std::size_t suppositions,
                   double drawn) {
  SupposedFit fit;
  fit.suppositions = suppositions;
  fit.rows = static_cast<double>(placed.rows_of_persons());
  const auto looked_for =
      std::span(placed.persons).first(placed.persons.size() / suppositions * suppositions);
  for (std::size_t i = 0; i < looked_for.size(); ++i)
    fit.matched.push_back(placed.has_place(i));
  std::vector<double> load(placed.slots.size());
  fit.beyond_columns.resize(suppositions);
  for (std::size_t s = 0; s < suppositions; ++s)
    fit.surplus.push_back(surplus_of(placed, looked_for.size(), suppositions, s, drawn, load));
  if (view == nullptr) return fit;
  for (const SlicedView::Column& column : view->columns) {
    // Values of tuples have numbers of their own in these columns.
    if (column.known.covering) continue;
    const std::vector<std::uint32_t> rows = rows_of_values(column.known);
    for (std::size_t s = 0; s < suppositions; ++s) {
      fit.beyond_columns[s] =
          std::max(fit.beyond_columns[s],
                   beyond_column(column.known, rows, looked_for, suppositions, s, drawn));
    }
    if (is_alike(column.known, looked_for, suppositions)) {
      fit.beyond_always = std::max(
          fit.beyond_always, beyond_column(column.known, rows, looked_for, suppositions, 0, drawn));
    }
  }
  return fit;
}

SupposedFit fit_of(const ReleaseBeliefs& beliefs, std::size_t suppositions) {
  SupposedFit fit;
  fit.suppositions = suppositions;
  fit.surplus.resize(suppositions);
  fit.beyond_columns.resize(suppositions);
  for (const std::uint64_t rows : beliefs.rows)
    fit.rows += static_cast<double>(rows);
  const std::size_t tuples = (beliefs.first.size() - 1) / suppositions * suppositions;
  for (std::size_t i = 0; i < tuples; ++i)
    fit.matched.push_back(beliefs.first[i + 1] > beliefs.first[i]);
  return fit;
}

double lost_share(const SupposedFit& fit, double absent, double by_chance) {
  const auto persons = static_cast<double>(fit.persons());
  if (persons == 0) return 0;
  double unmatched = 0;
  for (std::size_t first = 0; first < fit.matched.size(); first += fit.suppositions) {
    const auto begin = fit.matched.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = begin + static_cast<std::ptrdiff_t>(fit.suppositions);
    unmatched += std::find(begin, end, true) == end ? 1 : 0;
  }
  // Persons who are lost are found only if they do not match by chance. Too many persons at a place
  // are seen both if they are strangers there and if they are newcomers.
  const double seen = std::pow(1 - by_chance, static_cast<double>(fit.suppositions));
  const double too_many =
      fit.suppositions == 1 ? std::max(unmatched + fit.surplus.front(), fit.beyond_columns.front())
                            : fit.beyond_always;
  return std::max({0.0, unmatched / persons / seen - absent, (too_many / persons - absent) / seen});
}

Followed follow(const SupposedFit& fit) {
  std::vector<std::size_t> left(fit.persons());
  for (std::size_t person = 0; person < left.size(); ++person)
    left[person] = person;
  const auto persons = std::max<double>(1, static_cast<double>(left.size()));
  std::vector<double> explained = matched_shares(fit, left);
  Followed followed;
  followed.by_chance = matched_by_chance(explained);
  for (std::size_t s = 0; s < fit.suppositions; ++s) {
    explained[s] =
        std::min(explained[s] - fit.surplus[s] / persons, 1 - fit.beyond_columns[s] / persons);
  }
  std::size_t best = static_cast<std::size_t>(std::max_element(explained.begin(), explained.end()) -
                                              explained.begin());
  while (true) {
    followed.suppositions.push_back(best);
    const auto is_explained = [&](std::size_t person) {
      return fit.matched[person * fit.suppositions + best];
    };
    left.erase(std::remove_if(left.begin(), left.end(), is_explained), left.end());
    if (followed.suppositions.size() == most_suppositions_together) return followed;
    const std::vector<double> shares = matched_shares(fit, left);
    best =
        static_cast<std::size_t>(std::max_element(shares.begin(), shares.end()) - shares.begin());
    // The share of persons of whom the supposition is true, without the persons whom it matches by
    // chance.
    const double by_chance = matched_by_chance(shares);
    const double is_true = (shares[best] - by_chance) / (1 - by_chance);
    const auto remaining = static_cast<double>(left.size());
    constexpr double least_true = 0.1;
    // One of many suppositions matches more persons than others by chance.
    constexpr double deviations = 4;
    const double chance = deviations * std::sqrt(remaining * by_chance * (1 - by_chance));
    if (is_true < least_true || is_true * remaining < persons * few_lost_persons ||
        (shares[best] - by_chance) * remaining < chance)
      return followed;
  }
}

}  // namespace microdata
