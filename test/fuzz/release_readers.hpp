#pragma once

#include <string>
#include <vector>

#include "choice.hpp"
#include "functions.hpp"
#include "session.hpp"
#include "subject.hpp"

namespace microdata::fuzz {

// Returns the functions from the server that have a release as an argument, for whatever purpose.
std::vector<const Function*> release_functions(const std::vector<Function>& functions);

// Returns a call of a function about the subject's release, mostly with suitable arguments and with
// half of the optional ones.
Call reading_call(Choice& choice, const Function& function, const Subject& subject);

// Returns a statement that makes the call once or sometimes twice.
std::string reading_statement(Choice& choice, const Call& call);

// Returns statements that read each of the extension's views.
std::vector<std::string> view_statements(Session& session);

}  // namespace microdata::fuzz
