#include "postgres/methods/slicing/slicing_figures.hpp"

#include <algorithm>

#include "core/privacy/diversity.hpp"
#include "postgres/release/infeasible.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// As many of the parts as a person reads.
std::string join_some(const std::vector<std::string>& parts) {
  constexpr std::size_t most = 20;
  if (parts.size() <= most) return join(parts);
  return join({parts.begin(), parts.begin() + most}) + ", and " +
         std::to_string(parts.size() - most) + " more";
}

// Attributes that are published with the same generalized value in every row.
std::vector<std::string> hollow_attributes(const Table& table, const Slicing& slicing) {
  std::vector<std::string> names;
  for (const auto& generalization : slicing.generalizations) {
    if (!generalization) continue;
    for (const std::size_t a : generalization->hollow(table.data))
      names.push_back(table.data.attributes[a].name);
  }
  return names;
}

void report_hollow(const SlicingFigures& figures) {
  for (const std::string& name : figures.hollow) {
    const std::string of_rows =
        figures.regions == 1 ? "Every row shows" : "In each region, every row shows";
    report(NOTICE, "nothing is left of " + in_quotes(name),
           of_rows + " all of its values, or the range of all of them.",
           "Put it into another group with the argument groups, or ask for a smaller l or k.");
  }
}

// What is certain of them without an audit. A row that is a bucket by itself is published as it is.
void warn_of_small_buckets(const SlicingFigures& figures, double l) {
  const std::uint32_t fewest = fewest_tuples(l);
  const std::uint64_t small = figures.small;
  const std::uint64_t single = figures.single;
  if (small == 0 && single == 0) return;
  const std::string of_all = " of " + count_of(figures.sizes.buckets, "bucket");
  const std::string k = std::to_string(std::max(fewest, std::uint32_t{2}));
  const std::string hint =
      std::string("With ") + (fewest > 1 ? "diversity_check => 'bucket', or " : "") +
      "privacy => ARRAY[k_anonymity(" + k + ")], every bucket is large enough by itself.";
  if (small == 0) {
    report(WARNING, std::to_string(single) + of_all + (single == 1 ? " has" : " have") + " one row",
           "Nothing in such a bucket is permuted: all that is published of the person stands "
           "together.",
           hint);
    return;
  }
  std::string detail;
  if (single > 0) {
    detail = count_of(single, "bucket") + (single == 1 ? " has" : " have") +
             " one row, in which all that is published of the person stands together. ";
  }
  report(WARNING,
         std::to_string(small) + of_all + (small == 1 ? " has" : " have") + " fewer rows than l",
         detail +
             "The persons in them are protected by other buckets that match the same tuples, not "
             "by the bucket alone.",
         hint);
}

}  // namespace

void SlicingFigures::add(const Table& table, const Slicing& slicing, double l) {
  source_rows += table.data.rows;
  suppressed += slicing.suppressed;
  rare += slicing.rare;
  sizes.add(slicing.buckets);
  const std::uint32_t fewest = fewest_tuples(l);
  for (std::size_t b = 0; b < slicing.buckets.buckets(); ++b) {
    small += slicing.buckets.bucket(b).size() < fewest ? 1 : 0;
    single += slicing.buckets.bucket(b).size() == 1 ? 1 : 0;
  }
  columns = column_names(table, slicing.columns);
  if (slicing.regrouped) regrouped = evidence(table, *slicing.regrouped);
  exact_check_cut_short = exact_check_cut_short || slicing.exact_check_cut_short;
  const std::vector<std::string> hollow_here = hollow_attributes(table, slicing);
  if (regions == 0) hollow = hollow_here;
  std::erase_if(hollow, [&](const std::string& name) {
    return std::find(hollow_here.begin(), hollow_here.end(), name) == hollow_here.end();
  });
  ++regions;
}

std::vector<std::vector<std::string>> column_names(const Table& table,
                                                   const AttributePartition& columns) {
  std::vector<std::vector<std::string>> names;
  for (const Column& column : columns) {
    names.emplace_back();
    for (const std::size_t a : column.attributes)
      names.back().push_back(table.data.attributes[a].name);
  }
  return names;
}

std::string described_columns(const std::vector<std::vector<std::string>>& columns) {
  std::vector<std::string> described;
  for (const std::vector<std::string>& column : columns) {
    std::vector<std::string> names;
    for (const std::string& name : column)
      names.push_back(quote_name(name));
    described.push_back("{" + join_some(names) + "}");
  }
  return join_some(described);
}

void report_slicing(const SlicingFigures& figures, const Table* table,
                    const SlicingOptions& options) {
  if (figures.regrouped) {
    report(NOTICE,
           "attributes were regrouped to make l = " + microdata::to_string(options.l) + " feasible",
           *figures.regrouped);
  }
  report_hollow(figures);
  if (figures.suppressed > 0) {
    report(NOTICE, count_of(static_cast<std::size_t>(figures.suppressed), "row") + " of " +
                       std::to_string(figures.source_rows) + " left out");
  }
  if (figures.rare > 0) {
    report(
        NOTICE,
        rare_values(static_cast<std::uint64_t>(figures.rare),
                    static_cast<std::uint64_t>(figures.source_rows), options.k),
        {},
        "Such values can single people out. Larger buckets have fewer of them, and infeasible => "
        "'suppress' leaves their rows out, within suppress.");
  }
  if (figures.exact_check_cut_short) {
    report(
        NOTICE, "the exact diversity check was cut short",
        "It would have taken too long, or too much memory. The remaining splits were judged bucket "
        "by bucket, which guarantees no less.");
  }
  if (table != nullptr) report_goal(*table, figures.goal);
  warn_of_small_buckets(figures, options.l);
  figures.learned.report("sliced into groups " + described_columns(figures.columns) + " and " +
                         count_of(figures.sizes.buckets, "bucket") +
                         (figures.regions > 1 ? " in " + count_of(figures.regions, "region") : ""));
}

}  // namespace microdata::postgres
