#!/bin/bash
# Installs the website on a Debian server, moves it to another version, or back. Run it as root:
#
#   tar -xzf website-….tar.gz -C /opt
#   /opt/website/website-…/deploy/install.sh install example.org [desk.example.org]
#   /opt/website/website-…/deploy/install.sh upgrade
#   /opt/website/live/deploy/install.sh rollback
#
# /opt/website holds the versions, /srv/website the content and the releases, /var/lib/website the
# enquiries, /etc/website.env the settings. Running it again changes nothing that is in place.
set -euo pipefail
umask 022

VERSIONS=/opt/website
CONTENT=/srv/website/content
DIST=/srv/website/dist
HERE=$(cd "$(dirname "$0")/.." && pwd -P)
VERSION=$(basename "$HERE")

fail() { echo "install.sh: $*" >&2; exit 1; }
# The version that the link 'live' or 'previous' names, or nothing.
version_of() { basename "$(readlink "$VERSIONS/$1" || true)"; }
current_release() { cat "$DIST/current" 2>/dev/null || true; }

own_version() {
    [ "$(dirname "$HERE")" = "$VERSIONS" ] || fail "unpack the archive with: tar -C /opt -xzf FILE"
    # The archive has the owner and the modes of the machine that packed it.
    install -d -m 755 -o root -g root "$VERSIONS"
    chown -R root:root "$HERE"
    chmod -R u=rwX,go=rX "$HERE"
    # Reuses the photos that the previous version has scaled.
    [ -d "$HERE/.cache" ] || cp -R "$VERSIONS/live/.cache" "$HERE" 2>/dev/null || mkdir "$HERE/.cache"
    chown -R website: "$HERE/.cache"
}

publish() { # VERSION CONTENT
    (cd "$VERSIONS/$1" && runuser -u website -- ./node publish/publish.ts --content "$2" --dist "$DIST")
}

# Makes a version the live one. Fails if it does not serve the current release within a minute.
start() { # VERSION
    local from=$VERSIONS/live/deploy served
    ln -sfn "$1" "$VERSIONS/live"
    # An operator's changes are drop-ins of 'systemctl edit', which have precedence.
    install -D -m 644 -t /usr/local/lib/systemd/system "$from"/website*.{socket,service,timer}
    ln -sf "$from"/website-{enquiries,desk-link} /usr/local/sbin
    systemctl daemon-reload
    systemctl enable --quiet --now website.socket website-backup.timer
    systemctl enable --quiet website.service website-desk.service
    systemctl restart website.service website-desk.service
    systemctl reload-or-restart caddy || return 1
    served=$(curl -fs --max-time 5 --retry 60 --retry-max-time 60 --retry-delay 1 --retry-all-errors \
        -o /dev/null -w '%header{x-release}' http://127.0.0.1:3000/api/status) || return 1
    [ "$served" = "$(current_release)" ]
}

# Whether systemd reads /etc/website.env for a version, as up to the one that brought 'check-file'.
reads_by_systemd() { grep -qs '^EnvironmentFile=/etc/website.env' "$VERSIONS/$1/deploy/website.service"; }

# Stops before a version that would read a line of the settings differently.
check_reading() { # FROM TO
    if reads_by_systemd "$1"; then ! reads_by_systemd "$2"; else reads_by_systemd "$2"; fi || return 0
    (cd "$HERE" && ./node server/commands/enquiries.ts check-file /etc/website.env) ||
        fail "$1 and $2 read these lines differently: correct /etc/website.env first."
}

# Publishes the online content with another version and starts it; rolls back if it does not answer.
move_to() { # VERSION
    local old_version old_release
    old_version=$(version_of live)
    old_release=$(current_release)
    [ -n "$old_version" ] || fail "nothing is installed: use install."
    [ -n "$1" ] || fail "there is no version before this one."
    [ "$1" != "$old_version" ] || fail "$1 runs already."
    check_reading "$old_version" "$1"
    publish "$1" "$DIST/releases/$old_release/content" || fail "publishing failed: nothing was changed."
    if ! start "$1"; then
        echo "$old_release" >"$DIST/current"
        start "$old_version" || fail "neither $1 nor $old_version answers: journalctl -u website"
        fail "$1 did not answer: $old_version runs again. Look at: journalctl -u website"
    fi
    ln -sfn "$old_version" "$VERSIONS/previous"
    find "$VERSIONS" -mindepth 1 -maxdepth 1 -name 'website-*' ! -name "$1" ! -name "$old_version" \
        -exec rm -rf {} +
    echo "$1 runs."
}

install_packages() {
    dpkg -s caddy curl restic >/dev/null 2>&1 && return
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends caddy curl restic
}

# The operator's own files, which no later version touches.
write_settings() { # SITE_NAME DESK_NAME
    [ -e /etc/website.env ] || sed "s/DESK_NAME/$2/" "$HERE/deploy/website.env" |
        install -m 640 -g website /dev/stdin /etc/website.env
    [ -e /etc/website-backup.env ] || install -m 600 "$HERE/deploy/website-backup.env" /etc
    [ -z "$(version_of live)" ] || return 0
    # Debian's default Caddyfile, or that of another site.
    mv -f /etc/caddy/Caddyfile /etc/caddy/Caddyfile.before
    echo "import $VERSIONS/live/deploy/Caddyfile $1 $2" >/etc/caddy/Caddyfile
}

print_missing() { # SITE_NAME DESK_NAME
    local name
    echo "https://$1 runs. What is missing before visitors come:"
    website-enquiries check || true
    for name in "$1" "www.$1" "$2"; do
        getent ahosts "$name" >/dev/null || echo "DNS: $name does not resolve yet."
    done
    echo "The desk is at https://$2. To register the first device:"
    website-desk-link
}

install_site() { # SITE_NAME DESK_NAME
    [[ $1 =~ ^[a-z0-9.-]+\.[a-z]+$ ]] || fail "expected a domain: install.sh install example.org"
    [[ $(version_of live) =~ ^(|$VERSION)$ ]] || fail "$(version_of live) is installed: use upgrade."
    install_packages
    systemd-sysusers --inline 'u website - "Website" /var/lib/website'
    own_version
    install -d -m 700 -o website -g website /srv/website "$DIST" /var/{lib,backups}/website
    [ -e "$CONTENT" ] || { cp -R "$HERE/content" "$CONTENT" && chown -R website: "$CONTENT"; }
    [ -n "$(current_release)" ] || publish "$VERSION" "$CONTENT" || fail "publishing failed."
    write_settings "$1" "$2"
    start "$VERSION" || fail "the website does not answer. Look at: journalctl -u website"
    print_missing "$1" "$2"
}

[ "$(id -u)" = 0 ] || fail "run it as root."
case ${1:-} in
install) install_site "${2:-}" "${3:-werktafel.${2:-}}" ;;
upgrade) own_version; move_to "$VERSION" ;;
rollback) move_to "$(version_of previous)" ;;
*) sed -n '2,/^set -/p' "$0" | sed '$d; s/^# \{0,1\}//' >&2; exit 2 ;;
esac
