#include "core/series/invariance_check.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace microdata {

namespace {

using FaultKind = InvarianceFault::Kind;

constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();

class InvarianceCheck {
 public:
  InvarianceCheck(std::uint32_t m, const Progress& progress) : m_(m), progress_(progress) {}

  void check(const InvariantEdition& edition) {
    sort_values(edition);
    count_persons(edition);
    for (std::uint32_t b = 0; b < edition.buckets.size(); ++b) {
      progress_.checkpoint_at(b);
      check_bucket(edition.buckets[b], b);
    }
    check_signatures(edition);
    if (!edition.values.empty()) check_values(edition);
    ++number_;
  }

  std::vector<InvarianceFault> take_faults() { return std::move(faults_); }

 private:
  InvarianceFault& report(FaultKind kind, std::uint32_t bucket) {
    return faults_.emplace_back(InvarianceFault{kind, number_, bucket, 0, 0, 0});
  }

  void sort_values(const InvariantEdition& edition) {
    values_.clear();
    signature_of_.clear();
    for (std::size_t b = 0; b < edition.buckets.size(); ++b) {
      progress_.checkpoint_at(b);
      values_.push_back(edition.buckets[b].values);
      std::sort(values_.back().begin(), values_.back().end());
      const auto next = static_cast<std::uint32_t>(numbers_.size());
      signature_of_.push_back(numbers_.emplace(values_.back(), next).first->second);
    }
  }

  void count_persons(const InvariantEdition& edition) {
    persons_.assign(edition.buckets.size(), 0);
    for (std::size_t person = 0; person < edition.bucket_of.size(); ++person) {
      progress_.checkpoint_at(person);
      if (edition.bucket_of[person] != not_published) ++persons_[edition.bucket_of[person]];
    }
  }

  void check_bucket(const InvariantBucket& bucket, std::uint32_t number) {
    const std::vector<Code>& values = values_[number];
    const auto twice = std::adjacent_find(values.begin(), values.end());
    if (values.size() < m_) report(FaultKind::too_few_values, number);
    if (twice != values.end()) report(FaultKind::repeated_value, number).value = *twice;
    if (bucket.persons == 0) report(FaultKind::no_person, number);
    if (bucket.persons > values.size()) report(FaultKind::too_many_persons, number);
    if (bucket.persons != persons_[number]) report(FaultKind::miscounted, number);
  }

  void check_signatures(const InvariantEdition& edition) {
    const std::size_t persons = edition.bucket_of.size();
    first_signature_.resize(std::max(first_signature_.size(), persons), never);
    first_edition_.resize(first_signature_.size());
    for (std::uint32_t person = 0; person < persons; ++person) {
      progress_.checkpoint_at(person);
      const std::uint32_t bucket = edition.bucket_of[person];
      if (bucket == not_published) continue;
      if (first_signature_[person] == never) {
        first_signature_[person] = signature_of_[bucket];
        first_edition_[person] = number_;
      } else if (first_signature_[person] != signature_of_[bucket]) {
        InvarianceFault& fault = report(FaultKind::changed_signature, bucket);
        fault.person = person;
        fault.before = first_edition_[person];
      }
    }
  }

  void check_values(const InvariantEdition& edition) {
    std::vector<std::vector<Code>> taken(edition.buckets.size());
    for (std::uint32_t person = 0; person < edition.bucket_of.size(); ++person) {
      progress_.checkpoint_at(person);
      const std::uint32_t bucket = edition.bucket_of[person];
      if (bucket == not_published) continue;
      const Code value = edition.values[person];
      const auto report_value = [&](FaultKind kind) {
        InvarianceFault& fault = report(kind, bucket);
        fault.person = person;
        fault.value = value;
      };
      if (!std::binary_search(values_[bucket].begin(), values_[bucket].end(), value))
        report_value(FaultKind::missing_value);
      if (std::find(taken[bucket].begin(), taken[bucket].end(), value) != taken[bucket].end())
        report_value(FaultKind::shared_value);
      taken[bucket].push_back(value);
    }
  }

  std::uint32_t m_;
  const Progress& progress_;
  std::vector<InvarianceFault> faults_;
  // Distinct lists of the buckets' values, numbered over all editions.
  std::map<std::vector<Code>, std::uint32_t> numbers_;
  // First signature of each person, and the edition in which it was published.
  std::vector<std::uint32_t> first_signature_;
  std::vector<std::size_t> first_edition_;
  // Number of the current edition, and its values, signatures and numbers of persons by bucket.
  std::size_t number_ = 0;
  std::vector<std::vector<Code>> values_;
  std::vector<std::uint32_t> signature_of_;
  std::vector<std::uint32_t> persons_;
};

}  // namespace

std::vector<InvarianceFault> check_invariance(std::span<const InvariantEdition> editions,
                                              std::uint32_t m, const Progress& progress) {
  InvarianceCheck check(m, progress);
  for (const InvariantEdition& edition : editions)
    check.check(edition);
  return check.take_faults();
}

}  // namespace microdata
