#!/bin/bash
# Installs the website on a bare Debian, moves it to another version, and back.
#
#   website.sh install FILE --name DOMAIN [--also DOMAIN]… [--email ADDRESS] [--yes]
#   website.sh upgrade FILE [--yes]
#   website.sh rollback [--yes]
#   website.sh status
#
# FILE is what deploy/pack.sh made. Without --yes it says what it would do, and does nothing. Each can be
# run again: what is in place already is left alone. --email asks Let's Encrypt for a certificate; without
# it one is made that browsers warn of, until you put your own in /etc/website-tls/.
#
# A version runs on one of two ports. Another one is started on the other port, asked whether it is well,
# and then nginx is told; the old one is stopped when its last request has ended.
set -euo pipefail

ROOT=${WEBSITE_ROOT:-} # Another root, for trying it.
HOME_DIR=$ROOT/opt/website
DIST=$ROOT/srv/website/dist
ENV_FILE=$ROOT/etc/website.env
NGINX=$ROOT/etc/nginx
PORTS=${WEBSITE_PORTS:-3001 3002}
WELL_WITHIN_S=${WEBSITE_WELL_WITHIN_S:-60}
DRAINED_WITHIN_S=40

fail() { echo "website.sh: $*" >&2; exit 1; }
say() { echo "$*"; }
# Does it with --yes, else only says it.
run() {
    if [ "$YES" = 1 ]; then "$@"; else say "would run: $*"; fi
}
# Writes what it reads, if that is not there already.
put() { # MODE FILE
    local text
    text=$(cat)
    if [ -f "$2" ] && [ "$(cat "$2")" = "$text" ]; then return 0; fi
    CHANGED=1
    if [ "$YES" != 1 ]; then say "would write: $2"; return 0; fi
    mkdir -p "$(dirname "$2")"
    (umask 077 && printf '%s\n' "$text" >"$2.new")
    chmod "$1" "$2.new"
    mv "$2.new" "$2"
    say "wrote $2"
}
link() { # TARGET LINK
    run ln -sfn "$1" "$2.new"
    run mv -T "$2.new" "$2"
}
has_systemd() { [ -n "$ROOT" ] || [ -d /run/systemd/system ]; }
service() {
    if has_systemd; then run systemctl "$@"; else say "no systemd runs here: not done: systemctl $*"; fi
}

# Of the version that answers; nothing before the first.
live_port() {
    sed -n 's/^server 127\.0\.0\.1:\([0-9]*\)\b.*/\1/p' "$NGINX/website-processes.conf" 2>/dev/null | head -1 || true
}
version_on() { basename "$(readlink "$HOME_DIR/$1" 2>/dev/null || true)"; }
current_release() { tr -d '[:space:]' 2>/dev/null <"$DIST/current" || true; }

# Puts a version and its release beside the others; neither is in force yet. Sets VERSION.
unpack() { # FILE
    [ -f "$1" ] || fail "$1 does not exist: pack one with deploy/pack.sh."
    local first
    first=$(tar -tzf "$1" 2>/dev/null | head -1 || true)
    VERSION=${first%%/*}
    [[ $VERSION =~ ^website-[0-9]{8}T[0-9]+Z-[0-9a-f]+$ ]] || fail "$1 is not what deploy/pack.sh makes."
    VERSION_DIR=$HOME_DIR/versions/$VERSION
    if [ -d "$VERSION_DIR" ]; then say "$VERSION is there already"; return 0; fi
    if [ "$YES" != 1 ]; then say "would unpack: $1 to $VERSION_DIR"; return 0; fi
    mkdir -p "$HOME_DIR/versions" "$DIST/releases"
    rm -rf "$HOME_DIR/versions/unpacking"
    mkdir "$HOME_DIR/versions/unpacking"
    tar -C "$HOME_DIR/versions/unpacking" --no-same-owner --strip-components=1 -xzf "$1" ||
        fail "$1 is damaged or cut off: nothing was changed."
    chmod -R u=rwX,go=rX "$HOME_DIR/versions/unpacking"
    local id=${VERSION#website-}
    if [ ! -d "$DIST/releases/$id" ]; then
        cp -R "$HOME_DIR/versions/unpacking/release/$id" "$DIST/releases/incoming-$id"
        sync
        mv -T "$DIST/releases/incoming-$id" "$DIST/releases/$id"
    fi
    rm -rf "$HOME_DIR/versions/unpacking/release"
    echo "$id" >"$HOME_DIR/versions/unpacking/release-id"
    mv -T "$HOME_DIR/versions/unpacking" "$VERSION_DIR"
    say "unpacked $VERSION"
}

switch_release() { # ID
    if [ "$(current_release)" = "$1" ]; then return 0; fi
    if [ "$YES" != 1 ]; then say "would put in force: release $1"; return 0; fi
    echo "$1" >"$DIST/current.next"
    sync
    mv -T "$DIST/current.next" "$DIST/current"
    say "release $1 is in force"
}

is_well() { # PORT
    [ "$(curl -fsS --max-time 5 "http://127.0.0.1:$1/api/status" 2>/dev/null || true)" = "status ok" ]
}

# Starts a version on the free port, moves nginx over, stops the other. Whatever goes wrong before nginx
# moves leaves the site as it was.
move_to() { # VERSION RELEASE
    local old new before ports
    read -ra ports <<<"$PORTS"
    old=$(live_port)
    before=$(current_release)
    if [ -n "$old" ] && [ "$(version_on "$old")" = "$1" ] && [ "$before" = "$2" ] && is_well "$old"; then
        say "$1 runs already, on port $old"
        return 0
    fi
    new=${ports[0]}
    if [ "$old" = "$new" ]; then new=${ports[1]}; fi
    if [ -n "$old" ] && has_systemd && ! run systemctl start website-backup.service; then
        [ "$COMMAND" = rollback ] || fail "the backup failed, so nothing was changed. Look at: journalctl -u website-backup"
        say "the backup failed: going back all the same"
    fi
    link "versions/$1" "$HOME_DIR/$new"
    switch_release "$2"
    service restart "website@$new"
    if [ "$YES" != 1 ]; then
        say "would move nginx from port ${old:-(none)} to $new once it is well, and stop ${old:-(none)}"
        return 0
    fi
    if has_systemd; then
        local waited=0
        until is_well "$new"; do
            if [ "$waited" -ge "$WELL_WITHIN_S" ]; then
                systemctl stop "website@$new" || true
                if [ -n "$before" ]; then switch_release "$before"; fi
                fail "$1 is not well on port $new after $WELL_WITHIN_S s: it is stopped again, and ${old:-nothing} answers as before. Look at: journalctl -u website@$new"
            fi
            sleep 1
            waited=$((waited + 1))
        done
    fi
    if [ -n "$old" ]; then
        # What rollback goes back to.
        printf '%s %s\n' "$(version_on "$old")" "$before" >"$HOME_DIR/previous"
    fi
    link "versions/$1" "$HOME_DIR/live"
    # Lines of other processes are yours, and stay.
    if [ -n "$old" ]; then
        put 644 "$NGINX/website-processes.conf" < <(sed "s/127\.0\.0\.1:$old\b/127.0.0.1:$new/" "$NGINX/website-processes.conf")
    else
        put 644 "$NGINX/website-processes.conf" <<<"server 127.0.0.1:$new max_fails=0;"
    fi
    has_systemd || return 0
    if [ -f "$NGINX/conf.d/website.conf" ]; then
        nginx -t -q ${WEBSITE_NGINX_CONF:+-c "$WEBSITE_NGINX_CONF"}
        systemctl reload-or-restart nginx
    fi
    systemctl enable --quiet "website@$new"
    if [ -n "$old" ] && [ "$old" != "$new" ]; then
        wait_until_drained
        systemctl disable --quiet "website@$old"
        systemctl stop "website@$old"
    fi
    say "$1 runs on port $new"
}

# nginx's workers of before the reload still talk to the old process.
wait_until_drained() {
    local master waited=0
    master=$(cat "$ROOT/run/nginx.pid" 2>/dev/null) || return 0
    sleep 1
    while pgrep -P "$master" -f 'shutting down' >/dev/null && [ "$waited" -lt "$DRAINED_WITHIN_S" ]; do
        sleep 1
        waited=$((waited + 1))
    done
}

# Versions that neither run nor are what rollback goes back to.
clear_away() {
    local dir name
    for dir in "$HOME_DIR"/versions/website-*; do
        name=$(basename "$dir")
        case " $(version_on live) $(cut -d' ' -f1 "$HOME_DIR/previous" 2>/dev/null || true) $VERSION " in
        *" $name "*) ;;
        *) run rm -rf "$dir" ;;
        esac
    done
}

install_packages() {
    local missing=() name
    for name in nginx libnginx-mod-http-brotli-static curl ca-certificates openssl nftables ${EMAIL:+certbot}; do
        dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing+=("$name")
    done
    if [ ${#missing[@]} -eq 0 ]; then return 0; fi
    run apt-get update -qq
    DEBIAN_FRONTEND=noninteractive run apt-get install -y -qq --no-install-recommends "${missing[@]}"
}

install_tls() {
    local tls=$ROOT/etc/website-tls name=${NAMES[0]}
    if [ ! -e "$tls/fullchain.pem" ]; then
        run mkdir -p "$tls"
        run openssl req -x509 -newkey rsa:2048 -nodes -days 365 -subj "/CN=$name" \
            -addext "subjectAltName=$(printf 'DNS:%s,' "${NAMES[@]}" | sed 's/,$//')" \
            -keyout "$tls/privkey.pem" -out "$tls/fullchain.pem"
    fi
}

ask_for_certificate() {
    local live=/etc/letsencrypt/live/${NAMES[0]} hook=/etc/letsencrypt/renewal-hooks/deploy/website
    if [ -z "$EMAIL" ]; then return 0; fi
    put 755 "$ROOT$hook" < <(printf '#!/bin/sh\nsystemctl reload nginx\n')
    if [ ! -e "$live/fullchain.pem" ]; then
        run mkdir -p /var/www/website-certbot
        run certbot certonly --non-interactive --agree-tos --webroot -w /var/www/website-certbot \
            --cert-name "${NAMES[0]}" -m "$EMAIL" "${NAMES[@]/#/-d}"
    fi
    link "$live/fullchain.pem" /etc/website-tls/fullchain.pem
    link "$live/privkey.pem" /etc/website-tls/privkey.pem
    service reload nginx
}

install_firewall() {
    local rules=$ROOT/etc/nftables.conf ssh
    ssh=$(sshd -T 2>/dev/null | sed -n 's/^port //p' | paste -sd, - || true)
    if [ -f "$rules" ] && ! grep -q 'chain input {' "$rules"; then
        say "firewall: $rules is your own, and is left alone"
        return 0
    fi
    if [ -f "$rules" ] && ! grep -q "put in place by website.sh" "$rules" && grep -q 'accept\|drop' "$rules"; then
        say "firewall: $rules has rules of your own, and is left alone; open 80 and 443"
        return 0
    fi
    CHANGED=0
    put 755 "$rules" < <(sed "s/{ 22, 80, 443 }/{ ${ssh:-22}, 80, 443 }/" "$VERSION_FILES/nftables.conf")
    if [ "$CHANGED" = 1 ] || ! nft list table inet website >/dev/null 2>&1; then
        run nft -c -f "$rules"
        service enable --quiet nftables
        service restart nftables
    fi
}

install_all() {
    [[ ${NAMES[0]:-} =~ ^[a-z0-9.-]+\.[a-z]+$ ]] || fail "--name is missing, or no domain in small letters."
    if [ "$(id -u)" != 0 ] && [ "$YES" = 1 ]; then fail "run it as root."; fi
    install_packages
    getent passwd website >/dev/null ||
        run useradd --system --home-dir /var/lib/website --shell /usr/sbin/nologin website
    unpack "$FILE"
    VERSION_FILES=$VERSION_DIR/deploy
    if [ ! -d "$VERSION_FILES" ]; then
        # A dry run reads them from the file.
        VERSION_FILES=$(mktemp -d)
        trap 'rm -rf "$VERSION_FILES"' EXIT
        tar -xzf "$FILE" -C "$VERSION_FILES" --strip-components=2 "$VERSION/deploy" 2>/dev/null ||
            fail "$FILE is damaged or cut off: nothing was changed."
    fi
    for dir in /srv/website/files /var/backups/website; do
        [ -d "$ROOT$dir" ] || run install -d -o website -g website -m "$([ $dir = /srv/website/files ] && echo 755 || echo 700)" "$ROOT$dir"
    done
    if [ ! -e "$ENV_FILE" ]; then
        put 640 "$ENV_FILE" <<SETTINGS
# Settings of the website; .env.example in /opt/website/live lists all. After a change:
# systemctl restart 'website@*'
SITE_DIR=/srv/website/dist
FILES_DIR=/srv/website/files
DATA_DIR=/var/lib/website
BACKUP_DIR=/var/backups/website
TRUST_PROXY=127.0.0.1/32,::1/128
#SMTP_URL=smtps://user:password@mail.example.org:465
#ALERT_URL=
#HEARTBEAT_URL=
#BACKUP_KEY=
SETTINGS
        run chgrp website "$ENV_FILE"
    fi
    CHANGED=0
    for unit in website@.service website-backup.service website-backup.timer; do
        put 644 "$ROOT/etc/systemd/system/$unit" <"$VERSION_FILES/$unit"
    done
    put 755 "$ROOT/usr/local/sbin/website-enquiries" <"$VERSION_FILES/website-enquiries"
    put 755 "$ROOT/usr/local/sbin/website.sh" <"$VERSION_FILES/website.sh"
    if [ "$CHANGED" = 1 ]; then service daemon-reload; fi
    install_tls
    # The distribution's own page claims the same port.
    if [ -e "$NGINX/sites-enabled/default" ]; then run rm "$NGINX/sites-enabled/default"; fi
    local others=${NAMES[*]:1}
    # Without another name, one that nobody can have: nginx would take an empty list for every name.
    put 644 "$NGINX/conf.d/website.conf" < <(
        sed -e "s/www\.maanzaad\.example/${others:-www.${NAMES[0]}}/g" -e "s/maanzaad\.example/${NAMES[0]}/g" \
            "$VERSION_FILES/nginx.conf"
    )
    move_to "$VERSION" "${VERSION#website-}"
    service enable --quiet --now website-backup.timer
    ask_for_certificate
    install_firewall
    if [ "$YES" = 1 ]; then say "Installed. Put SMTP_URL and ALERT_URL into $ENV_FILE, then: systemctl restart 'website@*'"; fi
}

YES=0 FILE='' EMAIL='' NAMES=() VERSION='' CHANGED=0
COMMAND=${1:-}
shift || true
while [ $# -gt 0 ]; do
    case $1 in
    --yes) YES=1 ;;
    --name | --also | --email)
        [ $# -gt 1 ] || fail "$1 needs a value."
        case $1 in
        --name) NAMES=("$2" "${NAMES[@]}") ;;
        --also) NAMES+=("$2") ;;
        --email) EMAIL=$2 ;;
        esac
        shift
        ;;
    -*) fail "$1 is no option of mine." ;;
    *) FILE=$1 ;;
    esac
    shift
done

case $COMMAND in
install) install_all ;;
upgrade)
    [ -n "$(live_port)" ] || fail "nothing is installed here: website.sh install."
    unpack "$FILE"
    move_to "$VERSION" "${VERSION#website-}"
    clear_away
    ;;
rollback)
    read -r version release 2>/dev/null <"$HOME_DIR/previous" || fail "there is no version before this one."
    [ -d "$HOME_DIR/versions/$version" ] || fail "$version is gone: upgrade to a file of it."
    move_to "$version" "$release"
    ;;
status)
    port=$(live_port)
    [ -n "$port" ] || fail "nothing is installed here."
    say "version: $(version_on "$port"), on port $port"
    say "release: $(current_release)"
    say "before:  $(cut -d' ' -f1 "$HOME_DIR/previous" 2>/dev/null || echo none)"
    is_well "$port" || fail "it does not answer 'status ok'."
    say "status ok"
    ;;
*) sed -n '2,/^set -/p' "$0" | sed '$d; s/^# \{0,1\}//' >&2; exit 2 ;;
esac
if [ "$YES" != 1 ] && [ "$COMMAND" != status ]; then say "Nothing was changed. Add --yes to do it."; fi
