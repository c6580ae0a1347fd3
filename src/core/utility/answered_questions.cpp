#include "core/utility/answered_questions.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace microdata {

namespace {

// Hash of a question, item by item.
class QuestionHash {
 public:
  explicit QuestionHash(const SipKey& key) : key_(key) {}

  void add(std::uint64_t number) { words_.push_back(number); }

  template <typename Number>
  void add(std::span<const Number> numbers) {
    const auto bytes = std::as_bytes(numbers);
    const auto hash =
        sip_hash(key_, std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    words_.push_back(numbers.size());
    words_.insert(words_.end(), hash.begin(), hash.end());
  }

  void add(const AskedColumn& column) {
    add(std::span<const Code>(column.level_of));
    add(column.levels);
    add(std::span<const Code>(column.group));
    add(column.groups);
    add(std::span<const double>(column.share));
    for (const std::optional<std::vector<double>>& measure : column.measure) {
      add(std::uint64_t{measure.has_value()});
      if (measure) add(std::span<const double>(*measure));
    }
  }

  void add(const FeatureAttribute& feature) {
    add(feature.codes);
    add(feature.distinct);
    add(std::uint64_t{feature.ordered});
  }

  std::vector<std::uint64_t> take() { return std::move(words_); }

 private:
  SipKey key_;
  std::vector<std::uint64_t> words_;
};

std::vector<std::uint64_t> hash_of(const EstimateQuestion& question, bool parts,
                                   const SipKey& key) {
  QuestionHash hash(key);
  for (const std::uint64_t number :
       {std::uint64_t{parts}, std::uint64_t{question.buckets}, std::uint64_t{question.counterfeits},
        std::uint64_t{question.conjunctions}, std::uint64_t{question.measures},
        std::uint64_t{question.columns.size()}, std::uint64_t{question.features.size()}})
    hash.add(number);
  hash.add(question.bucket_of);
  hash.add(question.weights);
  for (const AskedColumn& column : question.columns)
    hash.add(column);
  for (const FeatureAttribute& feature : question.features)
    hash.add(feature);
  return hash.take();
}

}  // namespace

std::vector<GroupSums> AnsweredQuestions::sum_groups(const EstimateQuestion& question,
                                                     LinkingMethod method, bool parts,
                                                     const Progress& progress) {
  constexpr std::size_t most_answers = 8;
  constexpr std::size_t most_sums = 10'000;
  if (method == LinkingMethod::mixed || question.columns.size() == 1)
    return microdata::sum_groups(question, method, parts, progress);
  std::vector<std::uint64_t> hash = hash_of(question, parts, key_);
  const auto known = std::find_if(answers_.begin(), answers_.end(),
                                  [&](const Answer& answer) { return answer.question == hash; });
  if (known != answers_.end()) return known->sums;
  std::vector<GroupSums> sums = microdata::sum_groups(question, method, parts, progress);
  if (sums.size() * (1 + question.measures) <= most_sums) {
    answers_.push_front({std::move(hash), sums});
    if (answers_.size() > most_answers) answers_.pop_back();
  }
  return sums;
}

}  // namespace microdata
