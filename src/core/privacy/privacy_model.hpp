#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>

namespace microdata {

// A requirement on the tuples of one group (a bucket, an equivalence class).

// Every group has at least k tuples (Sweeney, "k-Anonymity", 2002).
struct KAnonymity {
  double k = 1;
};

// The sensitive values of a group are well represented (Machanavajjhala et al., "l-Diversity",
// ICDE 2006, section 4), where r_1 >= r_2 >= ... >= r_m are the counts of the group's values:
struct LDiversity {
  enum class Variant {
    frequency,  // r_1 / (r_1 + ... + r_m) <= 1/l
    distinct,   // m >= l
    entropy,    // entropy of the shares >= log l
    recursive,  // r_1 < c (r_l + ... + r_m)
  };
  double l = 1;
  Variant variant = Variant::frequency;
  double c = 1;
};

using PrivacyModel = std::variant<KAnonymity, LDiversity>;

// How much of a requirement a group reaches, to be compared with bound().
//   k-anonymity: the tuples of the group; frequency: total / r_1; distinct: m;
//   entropy: exp(entropy); recursive: r_1 / (r_l + ... + r_m), infinite where the sum is 0.
// `counts` are the counts of the sensitive values in the group; zeros are passed over.
double achieved(const PrivacyModel& model, std::span<const std::uint32_t> counts);

double bound(const PrivacyModel& model);

// Whether `reached`, from achieved(), meets the bound.
bool meets(const PrivacyModel& model, double reached);

inline bool holds(const PrivacyModel& model, std::span<const std::uint32_t> counts) {
  return meets(model, achieved(model, counts));
}

// The worse of two groups' figures.
double worse(const PrivacyModel& model, double a, double b);

// Whether the model asks for counts of sensitive values at all.
bool is_about_sensitive_values(const PrivacyModel& model);

// As a constructor call in SQL: "l_diversity(3, 'entropy')".
std::string to_string(const PrivacyModel& model);

// A number as float8 is written in SQL: the shortest decimal that reads back the same.
std::string to_string(double number);

}  // namespace microdata
