# shellcheck shell=bash disable=SC2154
# Throw-away copies of suites of Debian and Ubuntu, to try the project on machines that are not this one. Sourced after lib.sh, by root.
#
#   in_chroot trixie 'apt-get install -y make && make demo'
#
# makes build/chroots/trixie at the first call (a minute), and runs the command by sh in an overlay of it, in a copy of what git has of
# the project at /srv/pg_microdata, as it is now. Nothing of what it does to the system stays. Further arguments are folders of this machine that it
# sees, FROM:TO. Packages that it downloads are kept in build/chroots/SUITE.archives. Of the environment comes
#   DEBIAN_MIRROR   where Debian's suites come from (default: what mmdebstrap knows)
#   UBUNTU_MIRROR   where Ubuntu's come from; there are none where it names none
# Mounts and processes live in namespaces of their own: whatever ends the command, or this script, they go with it.
# Users of this machine do not get in: users of a chroot have numbers that others have here.
chroots=$build/chroots

ubuntu=${UBUNTU_MIRROR:-}

# The keys that Ubuntu's archive is signed with, as build/chroots/ubuntu.gpg: Debian has no package of them.
get_ubuntu_keys() {
  local keys=$chroots/ubuntu.gpg package=ubuntu-keyring_2021.03.26_all.deb
  [ -n "$ubuntu" ] || {
    echo "UBUNTU_MIRROR= has to name an archive of Ubuntu" >&2
    return 1
  }
  [ -f "$keys" ] && return 0
  need_packages curl || return 1
  curl -sSf -o "$chroots/$package" "$ubuntu/pool/main/u/ubuntu-keyring/$package" &&
    echo "0d0e7ed6b112f5d03eabf3c7eb01ebdacf9c57714b279e90495cfc58c8c4520f  $chroots/$package" | sha256sum --check --quiet &&
    dpkg --fsys-tarfile "$chroots/$package" | tar -xO ./usr/share/keyrings/ubuntu-archive-keyring.gpg >"$keys.new" &&
    mv "$keys.new" "$keys"
}

# The chroot of a suite, as small as apt can be had. Who asks for one while another makes it waits.
make_chroot() {
  mkdir -p "$chroots"
  chmod 700 "$chroots"
  (
    flock 9
    [ -d "$chroots/$1" ] || make_chroot_alone "$1"
  ) 9>"$chroots/$1.lock"
}
make_chroot_alone() {
  local suite=$1 made=$chroots/$1.new sources=() options=()
  need_packages mmdebstrap debian-archive-keyring || return 1
  say "making build/chroots/$suite"
  rm -rf "$made"
  case $suite in
    jammy | noble)
      get_ubuntu_keys || return 1
      for pocket in "" -updates -security; do
        sources+=("deb [signed-by=$chroots/ubuntu.gpg] $ubuntu $suite$pocket main universe")
      done
      ;;
    *) sources=(${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"}) ;;
  esac
  # A mirror may be older than sid's lists are meant to become.
  [ "$suite" != sid ] || options=(--aptopt='Acquire::Check-Valid-Until "false"')
  mmdebstrap --variant=minbase --include=apt,ca-certificates "${options[@]}" \
    "$suite" "$made" "${sources[@]}" 2>"$chroots/$suite.log" || {
    tail -n 20 "$chroots/$suite.log" >&2
    return 1
  }
  # Ubuntu's apt has the keys.
  sed -i 's/ \[signed-by=[^]]*\]//' "$made/etc/apt/sources.list"
  # No package starts a server.
  printf '#!/bin/sh\nexit 101\n' >"$made/usr/sbin/policy-rc.d"
  chmod 755 "$made/usr/sbin/policy-rc.d"
  # What is downloaded stays for the next copy. Nobody reads descriptions of packages.
  printf '%s\n' 'Binary::apt-get::APT::Keep-Downloaded-Packages "true";' 'Acquire::Languages "none";' \
    >"$made/etc/apt/apt.conf.d/90copies"
  mv "$made" "$chroots/$suite"
}

# What runs in the namespaces, as process 1 of its own. $1: the suite; $2: the folder of the copy; $3: the command; then FROM:TO.
enter_chroot() {
  local suite=$1 copy=$2 command=$3 root bound folders
  shift 3
  root=$copy/root
  folders=lowerdir=$chroots/$suite,upperdir=$copy/upper,workdir=$copy/work
  # A copy need not survive a crash; kernels before 5.10 cannot leave out its syncs.
  mount -t overlay overlay -o "$folders,volatile" "$root" 2>/dev/null || mount -t overlay overlay -o "$folders" "$root" || return 125
  mount -t proc proc "$root/proc" && mount --rbind /sys "$root/sys" && mount --rbind /dev "$root/dev" &&
    mount -t tmpfs tmpfs "$root/dev/shm" || return 125
  for bound in "$@"; do
    mkdir -p "$root${bound#*:}" && mount --bind "${bound%%:*}" "$root${bound#*:}" || return 125
  done
  cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
  exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive ${TERM:+TERM="$TERM"} ${http_proxy:+http_proxy="$http_proxy"} \
    chroot "$root" sh -c "cd /srv/pg_microdata && $command"
}

# Ends what runs in the copy and removes it; what it has downloaded stays for the next one.
leave_chroot() {
  [ -z "$inside" ] || { kill -KILL "$inside" && wait "$inside"; } 2>/dev/null
  find "$copy/upper/var/cache/apt/archives" -maxdepth 1 -name '*.deb' -exec cp --archive --link --no-clobber -t "$archives" {} + 2>/dev/null
  rm -rf "$copy"
}

# Copies what git knows, and nothing else that lies here, such as somebody's data. $1: where.
copy_project() {
  local file
  git -C "$root" ls-files -z | while IFS= read -r -d '' file; do
    [ ! -e "$root/$file" ] || printf '%s\0' "$file"
  done | tar -C "$root" --null -T - -cf - | tar -C "$1" -xf - --no-same-owner
  [ "${PIPESTATUS[*]}" = "0 0 0 0" ]
}

# What in_chroot runs as a process of its own.
run_in_copy() {
  local suite=$1 command=$2 old status
  shift 2
  make_chroot "$suite" || return 1
  # What runs that were killed have left.
  for old in "$chroots/copy".*; do
    [ -f "$old/run" ] && ! kill -0 "$(cat "$old/run")" 2>/dev/null && rm -rf "$old"
  done
  copy=$(mktemp -d "$chroots/copy.XXXXXX")
  inside=
  echo $$ >"$copy/run"
  trap leave_chroot EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  # Links, for apt locks the folder that it downloads to, and two copies of a suite may want that at a time.
  archives=$chroots/$suite.archives
  mkdir -p "$copy"/{root,work,upper/srv/pg_microdata,upper/var/cache/apt} "$archives"
  cp --archive --link "$archives" "$copy/upper/var/cache/apt/archives"
  copy_project "$copy/upper/srv/pg_microdata" || return 1
  setpriv --pdeathsig KILL unshare --mount --propagation private --pid --ipc --fork --kill-child \
    bash -c '. scripts/lib.sh && . scripts/chroot.sh && enter_chroot "$@"' _ "$suite" "$copy" "$command" "$@" </dev/null &
  inside=$!
  wait "$inside"
  status=$?
  inside=
  return "$status"
}

# $1: the suite; $2: the command, for sh; then FROM:TO.
in_chroot() {
  [ "$(id -u)" = 0 ] || {
    echo "chroots need root" >&2
    return 1
  }
  setpriv --pdeathsig TERM bash -c '. scripts/lib.sh && . scripts/chroot.sh && run_in_copy "$@"' _ "$@"
}
