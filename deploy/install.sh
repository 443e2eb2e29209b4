#!/bin/bash
# Installs the website on a Debian server, moves it to another version, or back. Run it as root:
#
#   tar -xzf website-….tar.gz
#   website-…/deploy/install.sh install example.org [desk.example.org]
#   website-…/deploy/install.sh upgrade
#   /opt/website/live/deploy/install.sh rollback
#
# /opt/website holds the versions, /srv/website the content and the releases, /var/lib/website the
# enquiries, /etc/website.env the settings. Run again it changes nothing that is in place.
set -euo pipefail

VERSIONS=/opt/website
CONTENT=/srv/website/content
DIST=/srv/website/dist
PACKED=$(cd "$(dirname "$0")/.." && pwd -P)
VERSION=$(basename "$PACKED")

fail() { echo "install.sh: $*" >&2; exit 1; }
live_version() { basename "$(readlink "$VERSIONS/live" || true)"; }
live_release() { cat "$DIST/current" 2>/dev/null || true; }

# Puts a file in place with the names filled in, but not over one that was edited since.
put() { # MODE SOURCE TARGET
    local new=$VERSIONS/new-file shipped=$VERSIONS/shipped$3 site desk
    read -r site desk <"$VERSIONS/names"
    sed "s/SITE_NAME/$site/; s/DESK_NAME/$desk/" "$2" >"$new"
    if [ ! -e "$3" ] || cmp -s "$3" "$shipped"; then
        install -D -m "$1" "$new" "$3"
    elif ! cmp -s "$new" "$shipped"; then
        install -m "$1" "$new" "$3.new"
        echo "$3 is yours and is kept: compare it with $3.new."
    fi
    install -D -m 600 "$new" "$shipped"
}

copy_version() {
    local incoming=$VERSIONS/incoming
    [ -x "$PACKED/node" ] || fail "$PACKED is not an unpacked archive of 'npm run pack'."
    [ ! -d "$VERSIONS/$VERSION" ] || return 0
    rm -rf "$incoming"
    cp -R "$PACKED" "$incoming"
    chown -R root:root "$incoming"
    chmod -R u=rwX,go=rX "$incoming"
    # Photos that are ready need not be made again.
    cp -a "$VERSIONS/live/.cache" "$incoming" 2>/dev/null || install -d -o website "$incoming/.cache"
    mv -T "$incoming" "$VERSIONS/$VERSION"
}

publish() { # VERSION CONTENT
    (cd "$VERSIONS/$1" && runuser -u website -- ./node publish/publish.ts --content "$2" --dist "$DIST")
}

# Makes a version the live one; the release in force is not touched.
start() { # VERSION
    local from=$VERSIONS/$1/deploy file
    ln -sfn "$1" "$VERSIONS/live"
    for file in "$from"/website*.{socket,service,timer}; do
        put 644 "$file" "/etc/systemd/system/$(basename "$file")"
    done
    for file in website-enquiries website-desk-link; do
        put 755 "$from/$file" "/usr/local/sbin/$file"
    done
    put 644 "$from/Caddyfile" /etc/caddy/Caddyfile
    put 640 "$from/website.env" /etc/website.env
    chgrp website /etc/website.env
    put 600 "$from/website-backup.env" /etc/website-backup.env
    systemctl daemon-reload
    systemctl enable --quiet --now website.socket website-backup.timer
    systemctl enable --quiet website.service website-desk.service
    systemctl restart website.service website-desk.service
    systemctl reload-or-restart caddy
}

# Whether the server serves the release in force within a minute.
is_well() {
    for _ in {1..60}; do
        if curl -fsS --max-time 5 -D - -o /dev/null http://127.0.0.1:3000/api/status 2>/dev/null |
            grep -qi "^x-release: $(live_release)"; then return 0; fi
        sleep 1
    done
    return 1
}

# Publishes what is online with another version and starts it; goes back when it does not answer.
move_to() { # VERSION
    local old_version old_release
    old_version=$(live_version)
    old_release=$(live_release)
    [ "$1" != "$old_version" ] || fail "$1 runs already."
    publish "$1" "$DIST/releases/$old_release/content" || fail "publishing failed: nothing was changed."
    start "$1"
    if ! is_well; then
        echo "$old_release" >"$DIST/current"
        start "$old_version"
        fail "$1 did not answer: $old_version runs again. Look at: journalctl -u website"
    fi
    echo "$old_version" >"$VERSIONS/previous"
    find "$VERSIONS" -mindepth 1 -maxdepth 1 -name 'website-*' ! -name "$1" ! -name "$old_version" \
        -exec rm -rf {} +
    echo "$1 runs."
}

install_site() { # SITE_NAME DESK_NAME
    local name
    [[ $1 =~ ^[a-z0-9.-]+\.[a-z]+$ ]] || fail "expected a domain: install.sh install example.org"
    [[ $(live_version) =~ ^(|$VERSION)$ ]] || fail "$(live_version) is installed: use upgrade."
    dpkg -s caddy curl restic >/dev/null 2>&1 || {
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends caddy curl restic
    }
    id website >/dev/null 2>&1 ||
        useradd --system --home-dir /var/lib/website --shell /usr/sbin/nologin website
    install -d -m 700 -o website -g website /srv/website "$DIST" /var/lib/website /var/backups/website
    [ -e "$CONTENT" ] || { cp -R "$PACKED/content" "$CONTENT" && chown -R website: "$CONTENT"; }
    # Debian's Caddyfile, which shows a page of Caddy's; or that of another site.
    [ -e "$VERSIONS/names" ] || mv -f /etc/caddy/Caddyfile /etc/caddy/Caddyfile.before
    mkdir -p "$VERSIONS"
    echo "$1 $2" >"$VERSIONS/names"

    copy_version
    if [ -z "$(live_release)" ]; then publish "$VERSION" "$CONTENT" || fail "publishing failed."; fi
    start "$VERSION"
    is_well || fail "the website does not answer. Look at: journalctl -u website"
    echo "https://$1 runs. What is missing before visitors come:"
    website-enquiries check || true
    for name in "$1" "www.$1" "$2"; do
        getent ahosts "$name" >/dev/null || echo "DNS: $name leads nowhere yet; it must lead to this machine."
    done
    grep -q '^RESTIC_REPOSITORY=' /etc/website-backup.env ||
        echo "Backups: no RESTIC_REPOSITORY in /etc/website-backup.env; no copy leaves this machine."
    echo "The desk is at https://$2. To register the first device:"
    website-desk-link
}

[ "$(id -u)" = 0 ] || fail "run it as root."
case ${1:-} in
install) install_site "${2:-}" "${3:-werktafel.${2:-}}" ;;
upgrade)
    [ -n "$(live_version)" ] || fail "nothing is installed: use install."
    copy_version
    move_to "$VERSION"
    ;;
rollback)
    [ -e "$VERSIONS/previous" ] || fail "there is no version before this one."
    move_to "$(cat "$VERSIONS/previous")"
    ;;
*) sed -n '2,/^set -/p' "$0" | sed '$d; s/^# \{0,1\}//' >&2; exit 2 ;;
esac
