// Standard input, output and error, as the caller of the program left them.
#pragma once

namespace microdata::client {

// Opens /dev/null in place of closed streams. Otherwise a connection to the server would become
// standard output, and output would go into its protocol. The call must precede any opening of
// files.
void open_standard_streams();

// True if standard output was closed, so that results have no destination.
bool standard_output_was_closed();

}  // namespace microdata::client
