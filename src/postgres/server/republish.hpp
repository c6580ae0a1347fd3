#pragma once

namespace microdata::postgres {

// pg_microdata.republish: what becomes of a publishing call where there is another release of the
// source.
enum class Republish { allow, warn, error };
Republish republish_setting();

}  // namespace microdata::postgres
