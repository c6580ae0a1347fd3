// Target of an export: standard output, or a file that appears once it is complete.
#pragma once

#include <string>
#include <string_view>
#include <unistd.h>

namespace microdata::client {

class OutputFile {
 public:
  // Opens the target; an empty path is standard output. Until a file is complete, only its owner
  // can read it. It then gets the permissions in `mode` that the replaced file has or, for a new
  // file, that the umask allows.
  explicit OutputFile(std::string path, unsigned mode = 0666);
  // Removes an unfinished file.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  // Writes everything to the disk, still under another name.
  void complete();
  void finish();

 private:
  void open_part();
  void open_stream();
  void flush();

  std::string path_;
  // Name of the file that is written; empty if it is the path itself, or standard output.
  std::string part_;
  unsigned mode_ = 0;
  int descriptor_ = STDOUT_FILENO;
  std::string buffer_;
};

// True if both paths would be written as one file. Devices do not count.
bool are_one_file(const std::string& one, const std::string& other);

}  // namespace microdata::client
