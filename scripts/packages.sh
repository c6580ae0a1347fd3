# What the commands of the Makefile need of the machine: Debian's packages, and a server. Sourced by lib.sh. Nothing here asks the
# network where all is there; only an administrator's rights install what is missing.

sudo_refuses=
may_be_root() { [ "$(id -u)" = 0 ] || { [ -z "$sudo_refuses" ] && command -v sudo >/dev/null; }; }

# Runs a command as root: directly, or with sudo, saying what for; who may not is not asked again. Standard output and error of the
# command alone go to the file. $1: the file; then the command.
as_root() {
  local log=$1
  shift
  if [ "$(id -u)" != 0 ]; then
    may_be_root || return 1
    echo "root is needed for: $*" >&2
    # This asks for the password, where there is one to ask for.
    sudo -l -- "$@" >/dev/null || {
      sudo_refuses=yes
      return 1
    }
    set -- sudo -- "$@"
  fi
  "$@" >"$log" 2>&1
}

have_package() { dpkg-query -W -f '${Status}\n' "$1" 2>/dev/null | grep -q '^install ok installed$'; }
# Whether apt can install such a package, as far as it knows.
apt_has() { LC_ALL=C apt-cache policy "$1" 2>/dev/null | grep -q '^  Candidate: [^(]'; }

# Runs apt-get as root, into build/apt.log. A machine in its first minutes updates itself: what holds apt's locks is waited for,
# ten minutes at most.
run_apt() {
  local waited=0 status
  while :; do
    : >"$build/apt.run"
    as_root "$build/apt.run" env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -q "$@"
    status=$?
    cat "$build/apt.run" >>"$build/apt.log"
    grep -q '^E: Could not get lock' "$build/apt.run" && [ "$waited" -lt 600 ] || return "$status"
    [ "$waited" != 0 ] || echo "waiting for another run of apt"
    sleep 2
    waited=$((waited + 2))
  done
}

# Lets apt ask its sources what there is, once. Where some do not answer, what it knew has to do.
ask_apt() {
  [ -z "${apt_was_asked:-}" ] || return 0
  apt_was_asked=1
  run_apt update
}

apt_install() {
  say "installing $*"
  run_apt install -y --no-install-recommends "$@"
}

# Installs those Debian packages of the list that are missing; with all there, does nothing. Those after -- are installed where
# apt has them: without them something is left out, and whoever asks for them says what.
need_packages() {
  local missing=() wanted=() package optional=
  for package in "$@"; do
    if [ "$package" = -- ]; then
      optional=1
    elif have_package "$package"; then
      :
    elif [ -z "$optional" ]; then
      missing+=("$package")
    else
      wanted+=("$package")
    fi
  done
  [ ${#missing[@]} != 0 ] || [ ${#wanted[@]} != 0 ] || return 0
  if ! command -v apt-get >/dev/null; then
    [ ${#missing[@]} = 0 ] || echo "there is no apt-get here: what Debian calls ${missing[*]} has to be there"
    return 0
  fi
  rm -f "$build/apt.log"
  [ ${#missing[@]} = 0 ] || ! may_be_root || ask_apt
  optional=("${wanted[@]}")
  wanted=()
  for package in "${optional[@]}"; do
    ! apt_has "$package" || wanted+=("$package")
  done
  if [ ${#missing[@]} = 0 ]; then
    [ ${#wanted[@]} = 0 ] || ! may_be_root || apt_install "${wanted[@]}"
    return 0
  fi
  if may_be_root; then
    apt_install "${missing[@]}" "${wanted[@]}" && return 0
    [ ${#wanted[@]} = 0 ] || ! apt_install "${missing[@]}" || return 0
    tail -n 20 "$build/apt.log" >&2
  fi
  # Where apt knows of no server, it has never asked.
  cat >&2 <<END
Some packages are missing. An administrator can install them with this line:
$(newest has_packages_of_server >/dev/null || echo "apt-get update && ")apt-get install --no-install-recommends ${missing[*]}${wanted[*]:+ ${wanted[*]}}
END
  return 1
}

# What the program microdata is made of; D3 is in the pages that it writes.
client_packages=(libpq-dev libcli11-dev nlohmann-json3-dev node-d3)
# What `make check` needs beside a server; after --, what not every release of Debian and Ubuntu has. As need_server takes it.
check_packages=(cmake libgtest-dev libbenchmark-dev libipc-run-perl libio-pty-perl "${client_packages[@]}"
  -- chromium clang-format-14 clang-tidy-14 postgresql-@-cron postgresql-@-plpgsql-check)

# The newest version for which the command succeeds.
newest() {
  local version
  for version in 18 17 16 15 14; do
    "$@" "$version" && echo "$version" && return
  done
  return 1
}

# Whether this pg_config is of a server, with its headers.
is_server() {
  command -v "$1" >/dev/null && [ -x "$("$1" --bindir)/postgres" ] && [ -f "$("$1" --includedir-server)/postgres.h" ]
}
programs_of_server() { echo "/usr/lib/postgresql/$1/bin"; }
has_server() { is_server "$(programs_of_server "$1")/pg_config"; }
has_server_without_headers() { [ -x "$(programs_of_server "$1")/postgres" ]; }
has_packages_of_server() { apt_has "postgresql-$1" && apt_has "postgresql-server-dev-$1"; }

# Sets PG_CONFIG to that of Debian's server, and $packages to those that it is still to be installed from: of the versions that
# are there with their headers the newest, else of those without, else of those that apt has.
choose_server() {
  local version
  if ! version=$(newest has_server); then
    if ! version=$(newest has_server_without_headers); then
      newest has_packages_of_server >/dev/null || ! may_be_root || ask_apt
      version=$(newest has_packages_of_server)
    fi
    # By these names there is a server in every release.
    packages=(postgresql postgresql-server-dev-all)
    [ -z "$version" ] || packages=("postgresql-$version" "postgresql-server-dev-$version")
  fi
  PG_CONFIG=$(programs_of_server "$version")/pg_config
}

# Adds to $packages those of g++, 12 at least: where the release's own is older, also the one that it has beside it, as CXX.
choose_compiler() {
  local version
  packages+=(g++)
  [ -z "${CXX:-}" ] || return 0
  version=$(g++ -dumpversion 2>/dev/null ||
    LC_ALL=C apt-cache policy g++ 2>/dev/null | sed -n 's/^  Candidate: \([0-9]*:\)\{0,1\}\([0-9]*\).*/\2/p')
  version=${version%%.*}
  [ "${version:-12}" -lt 12 ] || return 0
  packages+=(g++-12)
  export CXX=g++-12
}

# The server that PG_CONFIG names; where none is named and none found, Debian's. $1...: what is needed besides, as for
# need_packages, in which @ is the version of Debian's server; with another server it does without these. Sets $bindir, $pgxs_dir.
need_server() {
  local packages=() package folder version
  PG_CONFIG=${PG_CONFIG:-pg_config}
  # The server's makefiles cannot be told of such a name.
  if [[ $PG_CONFIG == *[[:space:]\'\"]* ]]; then
    echo "PG_CONFIG=$PG_CONFIG: a name with blanks or quotes is of no use" >&2
    return 1
  fi
  if ! is_server "$PG_CONFIG"; then
    if [ "$PG_CONFIG" != pg_config ]; then
      echo "PG_CONFIG=$PG_CONFIG: no pg_config of a server with its headers" >&2
      return 1
    fi
    choose_server
  fi
  folder=$(dirname "$PG_CONFIG")
  ! is_server "$PG_CONFIG" || folder=$("$PG_CONFIG" --bindir)
  version=$(sed -n 's|^/usr/lib/postgresql/\([0-9]*\)/bin$|\1|p' <<<"$folder")
  choose_compiler
  packages+=(make libeigen3-dev)
  for package in "$@"; do
    [[ $package == *@* && -z $version ]] || packages+=("${package//@/$version}")
  done
  need_packages "${packages[@]}" || return 1
  if ! is_server "$PG_CONFIG" && ! { version=$(newest has_server) && PG_CONFIG=$(programs_of_server "$version")/pg_config; }; then
    echo "there is no server with its headers: name its pg_config with PG_CONFIG=" >&2
    return 1
  fi
  bindir=$("$PG_CONFIG" --bindir)
  pgxs_dir=$(dirname "$(dirname "$("$PG_CONFIG" --pgxs)")")
}
