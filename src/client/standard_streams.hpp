// Standard input, output and error, as whoever calls the program left them.
#pragma once

namespace microdata::client {

// Takes the place of those that are closed: else a connection to the server would become standard
// output, and what is written there would go into its protocol. Call it before anything is opened.
void open_standard_streams();

// Results have nowhere to go.
bool standard_output_was_closed();

}  // namespace microdata::client
