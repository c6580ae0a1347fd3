#include "postgres/release/learned_share.hpp"

#include <algorithm>

#include "core/microdata/attribute_set.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

std::string percent(double share) {
  return rounded(100 * share, 0) + "%";
}

}  // namespace

bool LearnedShare::may_attack(const Microdata& data) const {
  return wanted_ && figures_.found.persons < most_persons &&
         !attributes_with_role(data, Role::sensitive).empty();
}

LearnedFigures LearnedShare::named(const Microdata& data, const QuickAttack& found) {
  return {found, data.attributes[found.attribute].name,
          found.telling ? data.attributes[*found.telling].name : ""};
}

void LearnedShare::add(const LearnedFigures& more) {
  QuickAttack& found = figures_.found;
  if (found.persons > 0 && more.attribute == figures_.attribute && more.found.near == found.near) {
    found.persons += more.found.persons;
    found.right += more.found.right;
    found.most_frequent = std::max(found.most_frequent, more.found.most_frequent);
    return;
  }
  // Regions may be attacked best in different attributes: that counts where more is gained.
  if (found.persons > 0 && more.found.share() - more.found.expected(options_) <=
                               found.share() - found.expected(options_))
    return;
  figures_ = more;
}

void LearnedShare::report(const std::string& made) const {
  const QuickAttack& found = figures_.found;
  if (!is_known()) {
    postgres::report(NOTICE, made);
    return;
  }
  const std::string bound = found.near || options_.bound >= 1
                                ? ""
                                : "bound of one bucket " + percent(options_.bound) + ", ";
  const std::string message = made + "; an attacker that learns from the release guesses " +
                              in_quotes(figures_.attribute) +
                              (found.near ? " to within a tenth of its standard deviation" : "") +
                              " of at least about " + percent(found.share()) + " of people (" +
                              bound + "most frequent value " + percent(found.most_frequent) + ")";
  constexpr double much = 0.1;
  if (found.share() <= found.expected(options_) + much) {
    postgres::report(NOTICE, message);
    return;
  }
  const std::string telling =
      figures_.telling.empty() ? ""
                               : "Attribute " + in_quotes(figures_.telling) + " tells most of it. ";
  postgres::report(
      WARNING, message,
      "A person's bucket is bounded in what it shows, not in what other buckets teach.",
      telling +
          "Larger buckets teach less: slice_table() and bucketize_table() look for "
          "them with inference => " +
          rounded(std::min(found.expected(options_) + much, 1.0), 2) + ".");
}

}  // namespace microdata::postgres
