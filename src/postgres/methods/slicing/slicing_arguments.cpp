#include "postgres/methods/slicing/slicing_arguments.hpp"

#include <algorithm>

#include "postgres/release/learned_share.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

int count_role(const std::vector<AssignedRole>& roles, Role role) {
  return static_cast<int>(std::count_if(roles.begin(), roles.end(),
                                        [&](const AssignedRole& r) { return r.role == role; }));
}

// Returns the number of groups with each column of the source.
std::vector<int> uses_in_groups(const SlicingRequest& request, const Source& source,
                                const std::vector<AssignedRole>& roles) {
  std::vector<int> uses(source.columns.size());
  for (const auto& group : request.groups) {
    for (const std::string& name : group) {
      const std::size_t position = column_position(source, name, "groups", NamesIn::folded);
      if (roles[position].role == Role::identifier) {
        throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                    "attribute " + in_quotes(name) + " in groups is an identifier")
            .hint("Identifiers are never published; give it another role to publish it.");
      }
      if (++uses[position] > 1) {
        throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                    "attribute " + in_quotes(name) + " appears more than once in groups")
            .hint("Every published attribute belongs to exactly one group.");
      }
    }
  }
  return uses;
}

void check_groups(const SlicingRequest& request, const Source& source,
                  const std::vector<AssignedRole>& roles) {
  const std::vector<int> uses = uses_in_groups(request, source, roles);
  for (std::size_t i = 0; i < uses.size(); ++i) {
    if (uses[i] == 0 && roles[i].role != Role::identifier) {
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                  "attribute " + in_quotes(source.columns[i].name) + " is in no group")
          .hint(
              "Every published attribute belongs to exactly one group; to leave it out, name it "
              "in identifiers.");
    }
  }
}

void check_column_size(const SlicingOptions& options, int published, int sensitive,
                       int quasi_identifiers) {
  if (!options.sensitive_column_size) return;
  const auto alpha = static_cast<int>(*options.sensitive_column_size);
  const auto others = static_cast<int>(options.columns) - 1;
  const int most = std::min(sensitive + quasi_identifiers, published - others);
  const int least = others == 0 ? published : sensitive;
  if (alpha < least || alpha > most) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "sensitive_column_size must be " +
                    (least == most ? std::to_string(most)
                                   : "between " + std::to_string(std::max(least, 1)) + " and " +
                                         std::to_string(most)) +
                    ", not " + std::to_string(alpha))
        .detail("There are " + std::to_string(published) + " attributes to publish in " +
                std::to_string(options.columns) +
                (options.columns == 1 ? " group, " : " groups, ") + std::to_string(sensitive) +
                " of them sensitive.");
  }
}

// Fails if an option other than the cuts would depend on sensitive values although cuts are
// oblivious.
void check_oblivious(const SlicingOptions& options) {
  if (options.cuts == Cuts::feasible) return;
  const auto refuse = [](const char* what, const char* hint) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                std::string("oblivious cuts cannot be combined with ") + what)
        .hint(hint);
  };
  if (options.grouping == Grouping::strict) refuse("strict grouping", "Use strict => false.");
  if (options.check == DiversityCheckScope::exact)
    refuse("the exact diversity check", "Use diversity_check => 'bucket'.");
  if (options.if_infeasible == IfInfeasible::generalize ||
      options.if_infeasible == IfInfeasible::suppress) {
    refuse("generalization and suppression for the sake of l", "Use infeasible => 'error'.");
  }
}

// Fails if the columns, or their treatment, would depend on people's sensitive values.
void check_oblivious_columns(const SlicingRequest& request, const Source& source,
                             const std::vector<AssignedRole>& roles, int sensitive) {
  const SlicingOptions& options = request.options;
  if (request.groups.empty()) {
    if (static_cast<int>(options.sensitive_column_size.value_or(0)) == sensitive) return;
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "oblivious cuts need groups that do not depend on sensitive values")
        .hint("Use sensitive_column_size => " + std::to_string(sensitive) + ", or give groups.");
  }
  const auto has = [&](const std::vector<std::string>& group, Role role) {
    return std::any_of(group.begin(), group.end(), [&](const std::string& name) {
      return roles[column_position(source, name, "groups", NamesIn::folded)].role == role;
    });
  };
  const auto linked =
      std::count_if(request.groups.begin(), request.groups.end(), [&](const auto& group) {
        return has(group, Role::sensitive) && has(group, Role::quasi_identifier);
      });
  if (linked == 0) return;
  const auto unsupported = [](const char* what) {
    throw Error(
        ERRCODE_FEATURE_NOT_SUPPORTED,
        std::string("oblivious cuts with quasi-identifiers in ") + what + " are not supported")
        .hint("Give groups that keep the sensitive attributes apart from quasi-identifiers.");
  };
  if (linked > 1) unsupported("several groups with sensitive attributes");
  if (options.k > 1) unsupported("a group with sensitive attributes and k above 1");
  if (std::any_of(options.privacy.begin(), options.privacy.end(), [](const PrivacyModel& model) {
        return is_about_sensitive_values(model) || fewest_tuples(model) > 1;
      })) {
    unsupported("a column with sensitive attributes and privacy models");
  }
}

void read_groups(const Arguments& arguments, SlicingRequest& request) {
  const auto groups = arguments.optional_texts("groups");
  if (!groups) return;
  if (groups->empty()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "groups must not be empty");
  }
  for (const std::string& group : *groups)
    request.groups.push_back(split_names(group, "groups"));
}

// Reads the arguments about the partitioning of tuples and the requirements on buckets.
void read_partitioning(const Arguments& arguments, SlicingRequest& request) {
  SlicingOptions& options = request.options;
  options.grouping = given_strict(arguments) ? Grouping::strict : Grouping::relaxed;
  request.diversity_check = arguments.text("diversity_check");
  options.check = arguments.choice<DiversityCheckScope>(
      "diversity_check",
      {{"exact", DiversityCheckScope::exact}, {"bucket", DiversityCheckScope::bucket}});
  request.infeasible = arguments.text("infeasible");
  options.if_infeasible =
      arguments.choice<IfInfeasible>("infeasible", {{"error", IfInfeasible::error},
                                                    {"regroup", IfInfeasible::regroup},
                                                    {"generalize", IfInfeasible::generalize},
                                                    {"suppress", IfInfeasible::suppress}});
  options.suppress = given_suppress(arguments);
  options.privacy = given_privacy(arguments);
  const SlicingCuts cuts = given_slicing_cuts(arguments);
  options.cuts = cuts.cuts;
  options.cuts_by = cuts.by;
  request.inference = given_inference(arguments, options.cuts);
  if (options.cuts_by == CutsBy::correlation) request.for_one_row_each = "cuts => 'correlation'";
  if (request.diversity_check == "exact") request.for_one_row_each = "diversity_check => 'exact'";
  check_oblivious(options);
}

std::size_t number_of_groups(const Arguments& arguments, const SlicingRequest& request) {
  const auto columns = arguments.optional_integer("columns");
  if (columns && *columns < 1) fail_range("columns", "at least 1", std::to_string(*columns));
  if (columns) return static_cast<std::size_t>(*columns);
  if (!request.groups.empty()) return request.groups.size();
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "slicing needs the argument columns or groups")
      .hint(R"(Use columns => 2, or groups => '{"age, sex","zipcode, disease"}'.)");
}

double needed_l(const Arguments& arguments) {
  if (!arguments.is_null("l")) return given_l(arguments);
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "slicing needs the argument l")
      .hint("Use l => 3 to keep the probability of every sensitive value at or below 1/3.");
}

}  // namespace

SlicingRequest slicing_request(const Arguments& arguments) {
  SlicingRequest request;
  SlicingOptions& options = request.options;
  if (arguments.has("groups")) read_groups(arguments, request);
  options.columns = number_of_groups(arguments, request);
  if (arguments.has("l")) options.l = needed_l(arguments);
  if (const auto alpha = arguments.optional_integer("sensitive_column_size")) {
    if (*alpha < 1) fail_range("sensitive_column_size", "at least 1", std::to_string(*alpha));
    options.sensitive_column_size = static_cast<std::size_t>(*alpha);
  }
  if (arguments.has("k")) options.k = given_k(arguments);
  if (arguments.has("diversity_check")) read_partitioning(arguments, request);
  request.discretization = arguments.text("discretization");
  options.discretization = given_discretization(arguments);
  options.threads = max_threads();
  request.rows_per_person = given_rows_per_person(arguments);
  return request;
}

DiscretizationOptions given_discretization(const Arguments& arguments) {
  DiscretizationOptions options;
  options.method = arguments.choice<Discretization>(
      "discretization",
      {{"equal-width", Discretization::equal_width}, {"k-means", Discretization::k_means}});
  const std::int32_t count = arguments.integer("intervals");
  if (count < 2 || count > most_intervals) {
    fail_range("intervals", "between 2 and " + std::to_string(most_intervals),
               std::to_string(count));
  }
  options.intervals = static_cast<Code>(count);
  return options;
}

void check_named_groups(const SlicingRequest& request, const Source& source,
                        const std::vector<AssignedRole>& roles) {
  uses_in_groups(request, source, roles);
}

void check_request(const SlicingRequest& request, const Source& source,
                   const std::vector<AssignedRole>& roles, bool needs_sensitive) {
  const int sensitive = count_role(roles, Role::sensitive);
  const int quasi_identifiers = count_role(roles, Role::quasi_identifier);
  const int published = static_cast<int>(roles.size()) - count_role(roles, Role::identifier);
  check_cuts(request.options.cuts, request.options.suppress);
  if (needs_sensitive) require_sensitive(source, roles);
  const bool oblivious = request.options.cuts == Cuts::oblivious;
  if (!request.groups.empty()) {
    check_groups(request, source, roles);
    if (oblivious) check_oblivious_columns(request, source, roles, sensitive);
    return;
  }
  if (static_cast<int>(request.options.columns) > published) {
    fail_range(
        "columns",
        "between 1 and " + std::to_string(published) + ", the number of attributes to publish",
        std::to_string(request.options.columns));
  }
  check_column_size(request.options, published, sensitive, quasi_identifiers);
  if (oblivious) check_oblivious_columns(request, source, roles, sensitive);
}

AttributePartition resolve_groups(const SlicingRequest& request, const Table& table) {
  AttributePartition partition;
  for (const auto& group : request.groups) {
    Column column;
    for (const std::string& name : group) {
      const auto found =
          std::find_if(table.data.attributes.begin(), table.data.attributes.end(),
                       [&](const Attribute& attribute) { return attribute.name == name; });
      column.attributes.push_back(static_cast<std::size_t>(found - table.data.attributes.begin()));
    }
    std::sort(column.attributes.begin(), column.attributes.end());
    partition.push_back(std::move(column));
  }
  return partition;
}

}  // namespace microdata::postgres
