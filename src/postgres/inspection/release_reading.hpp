#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/risk/sliced_view.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/source_tuples.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// The relation's column of the name, which the release needs; fails where there is none any more.
const SourceColumn& require_column(const Source& relation, const std::string& name);

// Fails where the published column is of another type than the source's, which may have been
// widened since: stored values of both types are the same.
void check_same_type(const SourceColumn& published, const SourceColumn& source);

// Fails where a generalized column is not of the type that values of the source's type generalize
// to, text where `as_text` says so.
void check_generalized_type(const std::string& attribute, const AttributeType& published,
                            const AttributeType& source, bool as_text = false);

// The source's column of an attribute; fails where it is gone.
const SourceColumn& source_column(const ReleaseAttribute& attribute, const Source& source);

// The type of an attribute's column of the source, from the system catalog: who reads the release
// needs no privilege on the source. Nothing where either is gone.
std::optional<AttributeType> type_in_source(const Release& release,
                                            const ReleaseAttribute& attribute);

// Fails where the column, the release's bucket column or such, is of no integer type.
void check_is_integer(const SourceColumn& column, const char* what);

// Returns the quoted name of a relation's column of integers, for statements: these would cast
// values of any other type. Fails if it is no such column.
std::string integer_column(Oid relation, const std::string& name, const char* what);

// The relation that has the rows of a release in buckets: in the anatomy format, that of what is
// not sensitive. Fails where none of its attributes is left.
Oid relation_of_rows(const Release& release);

// What is said where there are misfits and no row can be without its value.
Error counts_do_not_fit(const std::string& attribute);

// Says that a release has no rows.
[[noreturn]] void fail_empty(const Release& release);

// Fails where published rows and persons are more than can be numbered together.
void check_number_of_rows(std::size_t all);

// Values of some attributes over published rows and tuples alike.
SlicedView::Values number_values(const std::vector<std::vector<Code>>& published,
                                 const std::vector<std::vector<Code>>& tuples, std::size_t rows,
                                 std::size_t tuple_count, const Progress& progress);

}  // namespace microdata::postgres
