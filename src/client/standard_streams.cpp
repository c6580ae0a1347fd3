#include "client/standard_streams.hpp"

#include <cerrno>
#include <fcntl.h>
#include <initializer_list>
#include <unistd.h>

namespace microdata::client {

namespace {

bool output_closed = false;

bool is_closed(int descriptor) {
  return fcntl(descriptor, F_GETFD) < 0 && errno == EBADF;
}

}  // namespace

void open_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (!is_closed(descriptor)) continue;
    if (descriptor == STDOUT_FILENO) output_closed = true;
    // The lowest free descriptor is this one, because those below are open by now.
    if (open("/dev/null", O_RDWR) != descriptor) _exit(5);
  }
}

bool standard_output_was_closed() {
  return output_closed;
}

}  // namespace microdata::client
