# Debian's packages, for scripts/setup and scripts/unpack_trilinos. To be sourced by a script that has a
# folder of its own in $work, readable for all (apt downloads as its own user), and die().

readonly OS_RELEASE=${YOKE_OS_RELEASE:-/etc/os-release}   # can be set for testing

os_field() { sed -n "s/^$1=//p" "$OS_RELEASE" 2>/dev/null | tr -d "\"'"; }
# Only Debian itself: its derivatives (Ubuntu and others) cannot take packages out of Debian's archive.
is_debian() { [ "$(os_field ID)" = debian ] && command -v apt-get dpkg-query >/dev/null; }

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; elif [ -t 0 ]; then sudo "$@"; else sudo -n "$@"; fi
}

apt() {   # never asks anything, and waits for another apt that is at work
  as_root env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=l NEEDRESTART_SUSPEND=1 APT_LISTCHANGES_FRONTEND=none \
    apt-get -q -y -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 -o Dpkg::Use-Pty=0 \
    -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold "$@" </dev/null
}

# Prints "URI SUITE FILE:ENTRY" of the machine's own Debian release, from what apt itself has read.
debian_source() {
  # shellcheck disable=SC2016  # apt fills these in, not the shell
  apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(SOURCESENTRY)' \
    'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | awk '$2 !~ /-/ { print; exit }'
}

# The Signed-By of that entry (a file, or a whole key), else Debian's usual keyring, else apt's own default.
signed_by() {
  local file=${1%:*} entry=${1##*:} out keyring
  if [[ $file == *.sources ]]; then
    out=$(awk -v RS= -v n="$entry" 'NR == n' "$file" |
      awk '/^[^ \t]/ { on = tolower($0) ~ /^signed-by:/ } on')
  else
    out=$(sed -nE "${entry}s/.*\[.*signed-by=([^] ]+).*/Signed-By: \1/p" "$file")
  fi
  if [ -n "$out" ]; then echo "$out"; return; fi
  for keyring in /usr/share/keyrings/debian-archive-keyring.{gpg,pgp}; do
    if [ -r "$keyring" ]; then echo "Signed-By: $keyring"; return; fi
  done
}

# A private apt configuration in $work, so that no source and no pin is left behind on the machine. It knows the
# machine's own release and the suites given. Unstable has the lowest priority: only what is nowhere else is taken.
private=()
private_apt() {
  local uri suite entry
  [ -n "$(debian_source)" ] || apt update || die "apt-get update failed: does the network reach the apt sources?"
  read -r uri suite entry < <(debian_source) || die "apt's sources name no Debian release: cannot tell its archive."
  mkdir -p "$work/lists/partial" "$work/empty"
  { printf 'Types: deb\nURIs: %s\nSuites: %s\nComponents: main\n' "$uri" "$(tr ' ' '\n' <<<"$suite $*" | sort -u | xargs)"
    signed_by "$entry"; } >"$work/debian.sources"
  { printf 'Package: *\nPin: release n=sid\nPin-Priority: 50\n\n'
    if [ -r /etc/apt/preferences ]; then cat /etc/apt/preferences; fi; } >"$work/preferences"
  private=(-o "Dir::Etc::sourcelist=$work/debian.sources" -o "Dir::Etc::sourceparts=$work/empty"
    -o "Dir::Etc::preferences=$work/preferences" -o "Dir::State::lists=$work/lists"
    -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o Acquire::Languages=none)
}
