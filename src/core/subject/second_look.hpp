#pragma once

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/privacy/set_privacy.hpp"
#include "core/subject/subject_bucketization.hpp"

namespace microdata {

// Checks once more, from the result alone, what is about to be published. Throws std::logic_error
// if a bucket violates a guarantee of subject_bucketization.hpp.
void look_again(const Microdata& data, const AttributeSet& sensitive,
                const SubjectBucketization& result, const SetPrivacy& privacy,
                const SubjectBucketizationOptions& options, const Progress& progress);

}  // namespace microdata
