#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "core/privacy/sensitive_distribution.hpp"

namespace microdata {

// Requirements on the tuples of one group (a bucket or an equivalence class). Sensitive values have
// the shares p in the group and the shares q in the table.
//
// Every model holds for the union of groups for which it holds. If a model holds for a group, it
// might fail after tuples are added for which it does not hold, except if holds_in_supersets() is
// true.
//
// Models set no bound on harmless values (Attribute::harmless). Shares are still shares of all
// tuples of the group or the table. Distinct, entropy and recursive l-diversity judge the tuples
// with other values alone, as an attacker that knows that a value is not harmless. A group without
// such tuples meets every model but k-anonymity and delta-disclosure; to delta-disclosure it lacks
// values. t-closeness and belief distance compare whole distributions and judge harmless values
// like others.

// Model: every group has at least k tuples (Sweeney, "k-Anonymity", 2002).
struct KAnonymity {
  double k = 1;
};

// Model: the sensitive values of a group are well represented (Machanavajjhala et al.,
// "l-Diversity", ICDE 2006, section 4). The counts of the group's values are r_1 >= r_2 >= ... >=
// r_m.
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

// Model: a group has k tuples, and every sensitive value, or only `value` if given, has a share of
// at most alpha (Wong et al., "(alpha, k)-Anonymity", KDD 2006, definitions 2 and 3).
struct AlphaKAnonymity {
  double alpha = 1;
  double k = 1;
  std::optional<std::string> value;
};

// Model: the earth mover's distance between p and q is at most t (Li, Li and Venkatasubramanian,
// "t-Closeness", ICDE 2007, definition 2).
struct TCloseness {
  enum class Distance { equal, ordered, hierarchical };
  double t = 0;
  Distance distance = Distance::equal;
};

// Model: |log(p / q)| < delta, in nats, for every value of the table (Brickell and Shmatikov, "The
// cost of privacy", KDD 2008, definition 4). A group that lacks a value of the table fails.
struct DeltaDisclosure {
  double delta = 0;
};

// Model: (p - q) / q <= beta for every value (Cao and Karras, "Publishing microdata with a robust
// privacy guarantee", VLDB 2012, definition 1, basic beta-likeness).
struct BetaLikeness {
  double beta = 0;
};

// Model: p <= rho2 for every value with q <= rho1 (Evfimievski, Gehrke and Srikant, "Limiting
// privacy breaches in privacy preserving data mining", PODS 2003, upward breach).
struct RhoBreach {
  double rho1 = 0;
  double rho2 = 1;
};

// Model: the distance between prior belief q and posterior belief p is at most b (GNF paper,
// section 2.2, after Kifer, "Attacks on privacy and deFinetti's theorem", SIGMOD 2009).
struct BeliefDistance {
  enum class Distance { total_variation, kullback_leibler, jensen_shannon };
  double b = 0;
  Distance distance = Distance::total_variation;
};

using PrivacyModel = std::variant<KAnonymity, LDiversity, AlphaKAnonymity, TCloseness,
                                  DeltaDisclosure, BetaLikeness, RhoBreach, BeliefDistance>;

// Returns the value that a group reaches of a model, for comparison with bound().
//   k-anonymity: the tuples of the group; frequency: total / r_1; distinct: m;
//   entropy: exp(entropy); recursive: r_1 / (r_l + ... + r_m), infinite if the sum is 0;
//   (alpha, k)-anonymity: the share, for any number of tuples;
//   t-closeness, belief distance: the distance; delta: the largest |log|; beta: the largest gain;
//   rho: the largest p of values with q <= rho1.
// If all values are harmless, l-diversity reaches infinity (recursive: 0), and shares and gains are
// 0. The group's values are distinct, in any order, and occur in the table; zeros are ignored.
double achieved(const PrivacyModel& model, std::span<const ValueCount> group,
                const SensitiveDistribution& table);

double bound(const PrivacyModel& model);

// True if `reached`, from achieved(), meets the bound.
bool meets(const PrivacyModel& model, double reached);

bool holds(const PrivacyModel& model, std::span<const ValueCount> group,
           const SensitiveDistribution& table);

// Returns the worse of two groups' results of achieved().
double worse(const PrivacyModel& model, double a, double b);

// Returns the smallest number of tuples of a group with a value that is not harmless for which the
// model holds, and the smallest number of tuples of any group: k, or 1 for a model without k.
double fewest_tuples(const PrivacyModel& model);
double k_of(const PrivacyModel& model);

// True if the model restricts sensitive values.
bool is_about_sensitive_values(const PrivacyModel& model);

// True if the model depends on the values of the table and not only of the group.
bool compares_with_table(const PrivacyModel& model);

// True if the model still holds after any tuples are added to a group for which it holds. Requires
// that no value is harmless, except for k-anonymity.
bool holds_in_supersets(const PrivacyModel& model);

// Returns a constructor call in SQL: "l_diversity(3, 'entropy')".
std::string to_string(const PrivacyModel& model);

// Returns a number in the notation of float8 in SQL: the shortest decimal that reads back
// unchanged.
std::string to_string(double number);

}  // namespace microdata
