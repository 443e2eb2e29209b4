#!/usr/bin/env bash
# Real mail servers for tests/faults/mail-servers.test.ts. As Debian packages they exclude each other,
# so they are unpacked, not installed.
#
#   tests/support/mail-servers.sh fetch                    downloads and unpacks all three; needs root
#   tests/support/mail-servers.sh run PACKAGE ETC COMMAND  runs a command that finds the package in
#                                                          /usr and the files of ETC in /etc
set -eu

cache="$(cd "$(dirname "$0")/../.." && pwd)/.cache/mail-servers"
packages='postfix exim4-daemon-light opensmtpd'

fetch() { # PACKAGE
    local root="$cache/$1" deb
    [ ! -e "$root/complete" ] || return 0
    rm -rf "$root"
    mkdir -p "$root/debs/partial"
    # With the libraries that this machine lacks.
    apt-get -qq -y --no-install-recommends --download-only --reinstall \
        -o Dir::Cache::archives="$root/debs" -o APT::Sandbox::User=root install "$1"
    for deb in "$root"/debs/*.deb; do dpkg-deb -x "$deb" "$root/tree"; done
    # Debian's /lib is /usr/lib.
    if [ -d "$root/tree/lib" ]; then cp -a "$root/tree/lib" "$root/tree/usr/"; fi
    rm -r "$root/debs"
    touch "$root/complete"
}

# In a namespace of its own: nothing outside it changes, and what the command starts ends with it.
run() { # PACKAGE ETC COMMAND...
    local tree="$cache/$1/tree" etc="$2" name
    shift 2
    mount -t overlay overlay -o "lowerdir=$tree/usr:/usr" /usr
    mount -t overlay overlay -o "lowerdir=$etc:/etc" /etc
    for name in lib log spool; do
        mount -t tmpfs -o mode=755 tmpfs "/var/$name"
        if [ -d "$tree/var/$name" ]; then cp -a "$tree/var/$name/." "/var/$name"; fi
    done
    exec "$@"
}

case "${1-}" in
fetch) for package in $packages; do fetch "$package"; done ;;
run)
    shift
    exec unshare --mount --pid --fork --kill-child --mount-proc "$0" inside "$@"
    ;;
inside)
    shift
    run "$@"
    ;;
*)
    sed -n '2,8s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
