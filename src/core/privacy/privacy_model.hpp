#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "core/privacy/sensitive_distribution.hpp"

namespace microdata {

// Requirements on the tuples of one group (a bucket, an equivalence class), whose sensitive values
// have the shares p, against the table, where they have the shares q.
//
// Every one of them holds for the union of groups for which it holds. That it holds for a group
// says nothing of what becomes of it when tuples are added for which it does not hold, but for
// models for which holds_in_supersets() is true.

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

// k tuples, and no sensitive value, or not the one given, has a share above alpha (Wong et al.,
// "(alpha, k)-Anonymity", KDD 2006, definitions 2 and 3).
struct AlphaKAnonymity {
  double alpha = 1;
  double k = 1;
  std::optional<std::string> value;
};

// The earth mover's distance between p and q is at most t (Li, Li and Venkatasubramanian,
// "t-Closeness", ICDE 2007, definition 2).
struct TCloseness {
  enum class Distance { equal, ordered, hierarchical };
  double t = 0;
  Distance distance = Distance::equal;
};

// |log(p / q)| < delta for every value of the table (Brickell and Shmatikov, "The cost of privacy",
// KDD 2008, definition 4), in nats: a group that lacks a value of the table fails.
struct DeltaDisclosure {
  double delta = 0;
};

// (p - q) / q <= beta for every value (Cao and Karras, "Publishing microdata with a robust privacy
// guarantee", VLDB 2012, definition 1, basic beta-likeness).
struct BetaLikeness {
  double beta = 0;
};

// No value with q <= rho1 has p > rho2 (Evfimievski, Gehrke and Srikant, "Limiting privacy breaches
// in privacy preserving data mining", PODS 2003, upward breach).
struct RhoBreach {
  double rho1 = 0;
  double rho2 = 1;
};

// Distance between prior belief q and posterior belief p at most b (GNF paper, section 2.2, after
// Kifer, "Attacks on privacy and deFinetti's theorem", SIGMOD 2009).
struct BeliefDistance {
  enum class Distance { total_variation, kullback_leibler, jensen_shannon };
  double b = 0;
  Distance distance = Distance::total_variation;
};

using PrivacyModel = std::variant<KAnonymity, LDiversity, AlphaKAnonymity, TCloseness,
                                  DeltaDisclosure, BetaLikeness, RhoBreach, BeliefDistance>;

// How much of a requirement a group reaches, to be compared with bound().
//   k-anonymity: the tuples of the group; frequency: total / r_1; distinct: m;
//   entropy: exp(entropy); recursive: r_1 / (r_l + ... + r_m), infinite where the sum is 0;
//   (alpha, k)-anonymity: the share, whatever the number of tuples;
//   t-closeness, belief distance: the distance; delta: the largest |log|; beta: the largest gain;
//   rho: the largest p of values with q <= rho1.
// The group's values are distinct, in any order, and occur in the table; zeros are passed over.
double achieved(const PrivacyModel& model, std::span<const ValueCount> group,
                const SensitiveDistribution& table);

double bound(const PrivacyModel& model);

// Whether `reached`, from achieved(), meets the bound.
bool meets(const PrivacyModel& model, double reached);

bool holds(const PrivacyModel& model, std::span<const ValueCount> group,
           const SensitiveDistribution& table);

// The worse of two groups' figures.
double worse(const PrivacyModel& model, double a, double b);

// The fewest tuples that a group of which the model holds must have.
double fewest_tuples(const PrivacyModel& model);

// Whether the model asks for sensitive values at all.
bool is_about_sensitive_values(const PrivacyModel& model);

// Whether it depends on the values of the table, and not of the group alone.
bool compares_with_table(const PrivacyModel& model);

// Whether adding any tuples to a group for which the model holds leaves it so.
bool holds_in_supersets(const PrivacyModel& model);

// As a constructor call in SQL: "l_diversity(3, 'entropy')".
std::string to_string(const PrivacyModel& model);

// A number as float8 is written in SQL: the shortest decimal that reads back the same.
std::string to_string(double number);

}  // namespace microdata
