#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <string>

#include "core/utility/distribution_model.hpp"
#include "core/utility/loss_measure.hpp"

// Sentences about the figures of utility().

namespace microdata::postgres {

std::string meaning_of_loss(double loss, LossMeasure measure);

// Errors of random counts over so many attributes.
std::string meaning_of_median_error(double error, std::size_t attributes);
std::string meaning_of_mean_error(double error, std::size_t attributes);
std::string meaning_of_largest_errors(double error, std::size_t attributes);

std::string meaning_of_divergence(const Divergence& divergence);

}  // namespace microdata::postgres
