#pragma once

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/privacy/set_privacy.hpp"
#include "core/subject/subject_bucketization.hpp"

namespace microdata {

// What is about to be published, looked at once more from the result alone. Throws std::logic_error
// where a bucket is not what subject_bucketization.hpp promises.
void look_again(const Microdata& data, const AttributeSet& sensitive,
                const SubjectBucketization& result, const SetPrivacy& privacy,
                const SubjectBucketizationOptions& options, const Progress& progress);

}  // namespace microdata
