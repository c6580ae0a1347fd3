#pragma once

#include "core/privacy/privacy_model.hpp"
#include "property/privacy_choices.hpp"

// The naive oracle's figures and decisions on a group, for any model.

namespace microdata::test {

double defined_figure(const PrivacyModel& model, const oracle::Values& group, const Prior& prior);

bool defined_to_hold(const PrivacyModel& model, const oracle::Values& group, const Prior& prior);

}  // namespace microdata::test
