#include <algorithm>
#include <cmath>

#include "core/risk/singling_out.hpp"

namespace microdata {

namespace {

std::vector<Code> runs_of(const CodeSet& codes) {
  std::vector<Code> runs;
  codes.for_each_run([&](Code from, Code to) { runs.insert(runs.end(), {from, to}); });
  return runs;
}

SinglingPredicate naive_predicate(std::span<const PublishedDomain> domains, std::size_t rows,
                                  const SinglingPredicate& like, Random& random) {
  double weight = 1;
  int intervals = 0;
  for (const SinglingPredicate::Term& term : like.terms) {
    const PublishedDomain& domain = domains[term.attribute];
    if (domain.numeric()) {
      ++intervals;
    } else {
      weight /= static_cast<double>(domain.labels());
    }
  }
  const double wanted = 1 / (static_cast<double>(rows) * weight);
  const double share = std::min(1.0, std::pow(wanted, 1.0 / std::max(intervals, 1)));
  SinglingPredicate predicate;
  for (const SinglingPredicate::Term& term : like.terms) {
    const PublishedDomain& domain = domains[term.attribute];
    if (domain.numeric()) {
      predicate.terms.push_back({term.attribute, domain.random_interval(share, random)});
    } else {
      predicate.terms.push_back({term.attribute, domain.random_label(random)});
    }
  }
  return predicate;
}

}  // namespace

void PublishedDomain::add(const PublishedTable::Attribute& attribute) {
  const std::vector<std::uint32_t> rows = attribute.rows_of_labels();
  if (attribute.numeric()) {
    numbers_.assign(
        attribute.numbers.begin(),
        attribute.numbers.begin() + static_cast<std::ptrdiff_t>(attribute.count_of_numbers()));
  }
  for (Code label = 0; label < attribute.labels(); ++label) {
    const CodeSet& codes = attribute.covers[label];
    if (rows[label] == 0 || codes.empty()) continue;
    bool has_number = false;
    for (const Code code : {codes.front(), codes.back()}) {
      const double number = attribute.numeric() ? attribute.numbers[code] : std::nan("");
      if (!std::isfinite(number)) continue;
      has_number = true;
      least_ = numeric_ ? std::min(least_, number) : number;
      greatest_ = numeric_ ? std::max(greatest_, number) : number;
      whole_numbers_ = whole_numbers_ && number == std::floor(number);
      numeric_ = true;
    }
    // Labels that cover numbers are not used, because numbers are drawn.
    if (!has_number) add_label(codes);
  }
}

void PublishedDomain::add_label(const CodeSet& codes) {
  if (known_.insert(runs_of(codes)).second) labels_.push_back(codes);
}

void PublishedDomain::add(const PublishedDomain& region) {
  if (!region.numbers_.empty()) numbers_ = region.numbers_;
  if (region.numeric_) {
    least_ = numeric_ ? std::min(least_, region.least_) : region.least_;
    greatest_ = numeric_ ? std::max(greatest_, region.greatest_) : region.greatest_;
    numeric_ = true;
  }
  whole_numbers_ = whole_numbers_ && region.whole_numbers_;
  for (const CodeSet& codes : region.labels_)
    add_label(codes);
}

CodeSet PublishedDomain::random_interval(double share, Random& random) const {
  const double width = (greatest_ - least_) * share;
  double from = least_ + (greatest_ - least_ - width) * random.share();
  double to = from + width;
  if (whole_numbers_) {
    from = std::round(from);
    to = std::max(from, std::round(to) - 1);
  }
  const auto begin = numbers_.begin();
  return CodeSet::range(static_cast<Code>(std::lower_bound(begin, numbers_.end(), from) - begin),
                        static_cast<Code>(std::upper_bound(begin, numbers_.end(), to) - begin));
}

const CodeSet& PublishedDomain::random_label(Random& random) const {
  return labels_[random.below(static_cast<std::uint32_t>(labels_.size()))];
}

std::vector<SinglingPredicate> naive_predicates(std::span<const PublishedDomain> domains,
                                                std::size_t rows,
                                                std::span<const SinglingPredicate> like,
                                                Random& random) {
  std::vector<SinglingPredicate> predicates;
  for (const SinglingPredicate& predicate : like)
    predicates.push_back(naive_predicate(domains, rows, predicate, random));
  return predicates;
}

std::vector<SinglingPredicate> naive_predicates(const PublishedTable& table,
                                                std::span<const SinglingPredicate> like,
                                                Random& random) {
  std::vector<PublishedDomain> domains(table.attributes.size());
  for (std::size_t a = 0; a < domains.size(); ++a)
    domains[a].add(table.attributes[a]);
  return naive_predicates(domains, table.rows(), like, random);
}

}  // namespace microdata
