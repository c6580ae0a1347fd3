#pragma once

#include <string>
#include <vector>

#include "choice.hpp"
#include "functions.hpp"
#include "session.hpp"
#include "subject.hpp"

namespace microdata::fuzz {

// The functions that are given a release, whatever they do with it, as the server has them.
std::vector<const Function*> release_functions(const std::vector<Function>& functions);

// A call of one of them about the subject's release, mostly with arguments that fit it, and with
// half of those that need not be given.
Call reading_call(Choice& choice, const Function& function, const Subject& subject);

// A statement that makes the call, or now and then makes it twice.
std::string reading_statement(Choice& choice, const Call& call);

// Statements that read each of the extension's views.
std::vector<std::string> view_statements(Session& session);

}  // namespace microdata::fuzz
