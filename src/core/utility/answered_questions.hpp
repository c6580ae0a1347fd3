#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/sip_hash.hpp"
#include "core/utility/group_estimate.hpp"

namespace microdata {

// Sums of questions that were answered lately, by the hash of all that the answer depends on. A
// model of all buckets takes many times as long to learn as the hash. The key must be secret:
// otherwise, the owner of a release could make two questions of one hash.
class AnsweredQuestions {
 public:
  explicit AnsweredQuestions(SipKey key) : key_(key) {}

  // Returns what sum_groups() does.
  std::vector<GroupSums> sum_groups(const EstimateQuestion& question, LinkingMethod method,
                                    bool parts, const Progress& progress);

 private:
  struct Answer {
    std::vector<std::uint64_t> question;
    std::vector<GroupSums> sums;
  };

  SipKey key_;
  std::deque<Answer> answers_;
};

}  // namespace microdata
