#include "core/subject/second_look.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

[[noreturn]] void fail(const char* what) {
  throw std::logic_error(what);
}

class BucketLook {
 public:
  BucketLook(const Microdata& data, const AttributeSet& sensitive,
             const SubjectBucketization& result, const SetPrivacy& privacy,
             const SubjectBucketizationOptions& options)
      : data_(data),
        sensitive_(sensitive),
        result_(result),
        privacy_(privacy),
        l_(options.l),
        k_(options.k) {}

  void look(std::size_t b) {
    const Row begin = result_.buckets.offsets[b];
    const Row persons = result_.buckets.offsets[b + 1] - begin;
    members_ = sorted(std::span(result_.buckets.rows).subspan(begin, persons));
    look_at_permutation(std::span(result_.row_sets).subspan(begin, persons));
    look_at_permutation(std::span(result_.value_sets).subspan(begin, persons));
    for (const std::vector<Row>& column : result_.linking)
      look_at_permutation(std::span(column).subspan(begin, persons));
    if (persons < k_ || persons < privacy_.fewest()) fail("a bucket has too few persons");
    look_at_sizes();
    for (std::size_t j = 0; j < sensitive_.size(); ++j)
      look_at_values(j);
  }

 private:
  static std::vector<Row> sorted(std::span<const Row> rows) {
    std::vector<Row> copy(rows.begin(), rows.end());
    std::sort(copy.begin(), copy.end());
    return copy;
  }

  void look_at_permutation(std::span<const Row> persons) const {
    if (sorted(persons) != members_) fail("sets do not permute the persons of a bucket");
  }

  void look_at_sizes() const {
    const std::size_t rows = result_.published_rows.bucket(members_.front()).size();
    for (const Row person : members_) {
      if (rows == 0 || result_.published_rows.bucket(person).size() != rows) {
        fail("persons of a bucket do not publish the same number of rows");
      }
    }
  }

  void values_of(std::size_t j, std::span<const Row> rows, std::vector<Code>& values) const {
    values.clear();
    for (const Row row : rows)
      values.push_back(data_.columns[sensitive_[j]][row]);
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
  }

  void look_at_values(std::size_t j) {
    all_.clear();
    for (const Row person : members_) {
      values_of(j, result_.published_rows.bucket(person), of_rows_);
      values_of(j, result_.published_values.bucket(person), of_set_);
      if (of_rows_ != of_set_) fail("a set does not have the values of the published rows");
      all_.insert(all_.end(), of_rows_.begin(), of_rows_.end());
    }
    std::sort(all_.begin(), all_.end());
    counts_.clear();
    for (const Code value : all_) {
      if (counts_.empty() || counts_.back().value != value) counts_.push_back({value, 0});
      ++counts_.back().tuples;
    }
    const auto persons = static_cast<std::uint32_t>(members_.size());
    for (const ValueCount& count : counts_) {
      if (data_.attributes[sensitive_[j]].is_harmless(count.value)) continue;
      if (!share_holds(count.tuples, persons, l_)) fail("a bucket is not l-diverse");
    }
    if (!privacy_.tables().empty() && privacy_.violated(j, counts_, persons))
      fail("a bucket does not meet a privacy model");
  }

  const Microdata& data_;
  const AttributeSet& sensitive_;
  const SubjectBucketization& result_;
  const SetPrivacy& privacy_;
  double l_;
  std::uint32_t k_;
  std::vector<Row> members_;
  std::vector<Code> of_rows_;
  std::vector<Code> of_set_;
  std::vector<Code> all_;
  std::vector<ValueCount> counts_;
};

}  // namespace

void look_again(const Microdata& data, const AttributeSet& sensitive,
                const SubjectBucketization& result, const SetPrivacy& privacy,
                const SubjectBucketizationOptions& options, const Progress& progress) {
  std::vector<std::uint8_t> seen(result.published_rows.buckets());
  for (std::size_t place = 0; place < result.buckets.rows.size(); ++place) {
    progress.checkpoint_at(place);
    if (seen[result.buckets.rows[place]]++ != 0) fail("a person is in two buckets");
  }
  const std::size_t persons_per_block = options.threads.task_size(4096);
  struct Block {
    std::size_t begin;
    std::size_t end;
  };
  std::vector<Block> blocks;
  for (std::size_t b = 0; b < result.buckets.buckets(); ++b) {
    if (blocks.empty() || result.buckets.offsets[b] - result.buckets.offsets[blocks.back().begin] >=
                              persons_per_block) {
      blocks.push_back({b, b});
    }
    blocks.back().end = b + 1;
  }
  WorkList<Block>::run(options.threads, std::move(blocks), progress,
                       [&](Block& block, auto& /*list*/, const Progress& poll) {
                         BucketLook bucket_look(data, sensitive, result, privacy, options);
                         for (std::size_t b = block.begin; b < block.end; ++b) {
                           poll.checkpoint_at(b - block.begin);
                           bucket_look.look(b);
                         }
                       });
}

}  // namespace microdata
