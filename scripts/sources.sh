# What is built elsewhere than in the project's folder. Sourced after lib.sh.

# Puts what `make` and cmake read into a folder; what was built there before stays. $1: the folder.
copy_sources() {
  mkdir -p "$1"
  cp -rpu Makefile CMakeLists.txt control docs src scripts sql test "$1/"
}
