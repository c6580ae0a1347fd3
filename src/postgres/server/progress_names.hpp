#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

// Names that are shown by number in a progress slot. Sessions of other databases read the numbers,
// and their version of the extension may be older or newer. New names therefore go to the end of
// their table, and none is ever removed. The script scripts/progress-check fails if a name in the
// sources is missing.
namespace microdata::postgres {

// A function of the extension by its name in SQL, and its counted phases in the order in which they
// begin. A call may leave some phases out.
struct CommandName {
  std::string_view name;
  std::array<std::string_view, 9> phases{};

  constexpr std::size_t phase_count() const {
    std::size_t count = 0;
    while (count < phases.size() && !phases[count].empty())
      ++count;
    return count;
  }
};

inline constexpr CommandName command_names[] = {
    {"slice_table", {"read", "correlate", "partition", "permute", "attack", "write"}},
    {"slice_rows", {"read", "correlate", "partition", "permute", "attack", "write"}},
    {"bucketize_table", {"read", "partition", "permute", "attack", "write"}},
    {"bucketize_rows", {"read", "partition", "permute", "attack", "write"}},
    {"generalize_table", {"read", "partition", "permute", "write"}},
    {"gnf_decompose", {"read", "partition", "write"}},
    {"gnf_plan", {"read", "partition", "divergence"}},
    {"fragment_table", {"read", "correlate", "partition", "enforce", "write"}},
    {"fragment_plan", {"read", "correlate", "partition", "enforce"}},
    {"publish_series",
     {"read", "recall", "divide", "correlate", "partition", "permute", "write", "verify", "show"}},
    {"publish_edition",
     {"read", "recall", "divide", "correlate", "partition", "permute", "write", "verify", "show"}},
    {"show_edition"},
    {"drop_edition"},
    {"verify_release", {"read", "compare", "verify", "disclosure"}},
    {"verify_series"},
    {"disclosure", {"read", "compare", "disclosure"}},
    {"matching_buckets", {"read", "match"}},
    {"membership_likelihood", {"read", "match"}},
    {"audit_inference", {"read", "compare", "match", "guess"}},
    {"audit_membership", {"read", "compare", "match", "count"}},
    {"audit_composition", {"read", "compare"}},
    {"releases_left_out", {"read"}},
    {"determining_attributes", {"read", "count"}},
    {"easiest_to_guess", {"read", "count"}},
    {"audit_minimality", {"read", "compare", "match", "guess"}},
    {"audit_singling_out", {"read", "learn predicates", "judge predicates"}},
    {"audit_linkability", {"read", "compare", "link"}},
    {"estimate_count", {"read", "estimate"}},
    {"estimate", {"read", "estimate"}},
    {"relative_error", {"read", "count", "estimate"}},
    {"kl_divergence", {"read", "compare", "divergence"}},
    {"information_loss", {"read", "loss"}},
    {"risk", {"read", "classes"}},
    {"classify", {"read", "classify"}},
    {"attribute_correlation", {"read", "correlate"}},
    {"attribute_partition", {"read", "correlate"}},
    {"functional_dependencies", {"read", "count"}},
    {"expand_privacy_rules"},
    {"irreducible_privacy_rules"},
    {"check_gnf"},
    {"create_hierarchy", {"read", "write"}},
    {"create_interval_hierarchy", {"read", "write"}},
    {"create_prefix_hierarchy", {"read", "write"}},
    {"create_date_hierarchy", {"read", "write"}},
    {"hierarchy_labels"},
    {"label_meanings"},
    {"release_facts"},
    {"comment_release"},
    {"uncomment_release"},
    {"register_release", {"read", "compare", "verify", "disclosure"}},
    // Functions that call others, and report how many steps they have.
    {"explore"},
    {"audit"},
    {"run_series"},
    {"approve_edition"},
    {"plan_regions", {"plan"}},
    {"slice_region", {"read", "correlate", "partition", "permute", "attack", "write"}},
    {"bucketize_region", {"read", "partition", "permute", "attack", "write"}},
    {"generalize_region", {"read", "partition", "permute", "attack", "write"}},
    {"inspect_region", {"read", "compare", "verify", "disclosure"}},
    {"audit_region",
     {"read", "compare", "verify", "disclosure", "match", "count", "loss", "link", "guess"}},
    {"count_in_shard", {"read", "estimate"}},
    {"republish_partitions", {"read", "partition", "permute", "attack", "write"}},
    {"utility", {"read", "loss", "count", "estimate", "compare", "divergence"}},
    {"advise"},
};

inline constexpr std::string_view phase_names[] = {
    "read",   "correlate", "partition", "permute",    "attack",           "write",
    "recall", "divide",    "compare",   "verify",     "disclosure",       "match",
    "guess",  "count",     "estimate",  "divergence", "learn predicates", "judge predicates",
    "link",   "loss",      "classes",   "classify",   "enforce",          "show",
    "plan",
};

inline constexpr std::string_view unit_names[] = {
    "rows", "buckets", "persons", "values", "pairs", "queries", "rounds",
};

// Returns the number of a name, from 1; 0 if the table does not have it.
constexpr int number_of(std::span<const std::string_view> names, std::string_view name) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<int>(i + 1);
  }
  return 0;
}

// Returns the number of a command, from 1; 0 if none is shown.
constexpr int command_number(std::string_view name) {
  for (std::size_t i = 0; i < std::size(command_names); ++i) {
    if (command_names[i].name == name) return static_cast<int>(i + 1);
  }
  return 0;
}

}  // namespace microdata::postgres
