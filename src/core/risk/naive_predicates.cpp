#include <algorithm>
#include <cmath>

#include "core/risk/singling_out.hpp"

namespace microdata {

namespace {

// What is known of an attribute's domain.
struct Domain {
  std::vector<Code> labels;  // those published
  double least = 0;
  double greatest = 0;
  bool whole_numbers = true;
  bool numeric = false;
};

Domain domain_of(const PublishedTable::Attribute& attribute) {
  Domain domain;
  const std::vector<std::uint32_t> rows = attribute.rows_of_labels();
  for (Code label = 0; label < attribute.labels(); ++label) {
    const CodeSet& codes = attribute.covers[label];
    if (rows[label] == 0 || codes.empty()) continue;
    domain.labels.push_back(label);
    if (!attribute.numeric()) continue;
    for (const Code code : {codes.front(), codes.back()}) {
      const double number = attribute.numbers[code];
      if (!std::isfinite(number)) continue;
      domain.least = domain.numeric ? std::min(domain.least, number) : number;
      domain.greatest = domain.numeric ? std::max(domain.greatest, number) : number;
      domain.whole_numbers = domain.whole_numbers && number == std::floor(number);
      domain.numeric = true;
    }
  }
  return domain;
}

// A random part of the domain's extent, of so large a share of it.
CodeSet random_interval(const PublishedTable::Attribute& attribute, const Domain& domain,
                        double share, Random& random) {
  const double width = (domain.greatest - domain.least) * share;
  double from = domain.least + (domain.greatest - domain.least - width) * random.share();
  double to = from + width;
  if (domain.whole_numbers) {
    from = std::round(from);
    to = std::max(from, std::round(to) - 1);
  }
  const auto begin = attribute.numbers.begin();
  const auto end = begin + static_cast<std::ptrdiff_t>(attribute.count_of_numbers());
  return CodeSet::range(static_cast<Code>(std::lower_bound(begin, end, from) - begin),
                        static_cast<Code>(std::upper_bound(begin, end, to) - begin));
}

SinglingPredicate naive_predicate(const PublishedTable& table, const std::vector<Domain>& domains,
                                  const SinglingPredicate& like, Random& random) {
  double weight = 1;
  int intervals = 0;
  for (const SinglingPredicate::Term& term : like.terms) {
    const Domain& domain = domains[term.attribute];
    if (domain.numeric) {
      ++intervals;
    } else {
      weight /= static_cast<double>(domain.labels.size());
    }
  }
  const double wanted = 1 / (static_cast<double>(table.rows()) * weight);
  const double share = std::min(1.0, std::pow(wanted, 1.0 / std::max(intervals, 1)));
  SinglingPredicate predicate;
  for (const SinglingPredicate::Term& term : like.terms) {
    const PublishedTable::Attribute& attribute = table.attributes[term.attribute];
    const Domain& domain = domains[term.attribute];
    if (domain.numeric) {
      predicate.terms.push_back(
          {term.attribute, random_interval(attribute, domain, share, random)});
    } else {
      const Code label =
          domain.labels[random.below(static_cast<std::uint32_t>(domain.labels.size()))];
      predicate.terms.push_back({term.attribute, attribute.covers[label]});
    }
  }
  return predicate;
}

}  // namespace

std::vector<SinglingPredicate> naive_predicates(const PublishedTable& table,
                                                std::span<const SinglingPredicate> like,
                                                Random& random) {
  std::vector<Domain> domains;
  for (const PublishedTable::Attribute& attribute : table.attributes)
    domains.push_back(domain_of(attribute));
  std::vector<SinglingPredicate> predicates;
  for (const SinglingPredicate& predicate : like)
    predicates.push_back(naive_predicate(table, domains, predicate, random));
  return predicates;
}

}  // namespace microdata
