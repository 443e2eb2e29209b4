#!/bin/bash
# Installs the website on a Debian server, moves it to another version, or back. Run it as root:
#
#   tar -xzf website-….tar.gz -C /opt
#   /opt/website/website-…/deploy/install.sh install example.org [desk.example.org]
#   /opt/website/website-…/deploy/install.sh upgrade
#   /opt/website/live/deploy/install.sh rollback
#
# /opt/website has the versions, /srv/website the content and the releases, /var/lib/website the
# enquiries, /etc/website.env the settings. Running it again changes nothing that is in place, and
# completes a run that was interrupted. After an interrupted upgrade, 'rollback' returns to the
# version before it.
set -euo pipefail
shopt -s nullglob
umask 022

VERSIONS=/opt/website
CONTENT=/srv/website/content
DIST=/srv/website/dist
UNITS=/usr/local/lib/systemd/system
# Names the upgrade or rollback under way: which of the two, the versions before and after it, and
# the release before it. The file stays until one of these versions works, for the run after an
# interruption.
MOVE=$VERSIONS/moving
RESPOND_WITHIN_S=60
HERE=$(cd "$(dirname "$0")/.." && pwd -P)
VERSION=$(basename "$HERE")

fail() { echo "install.sh: $*" >&2; exit 1; }
# Prints the version that the link 'live' or 'previous' points to, or nothing.
version_of() { [ ! -d "$VERSIONS/$1" ] || basename "$(readlink "$VERSIONS/$1")"; }
current_release() { cat "$DIST/current" 2>/dev/null || true; }

# Only one of these and website-restore may run at a time. The lock ends with the process.
lock() {
    mkdir -p /run/lock
    exec 9>/run/lock/website.lock
    flock --nonblock 9 || fail "another install.sh or website-restore is running already."
}

check_processor() {
    local mine
    case $(uname -m) in x86_64) mine=x64 ;; aarch64) mine=arm64 ;; *) mine=$(uname -m) ;; esac
    [ "$(cat "$HERE/cpu")" = "$mine" ] ||
        fail "this archive is for $(cat "$HERE/cpu"), but this machine is $mine: pack one with CPU=$mine npm run pack"
    "$HERE/node" --version >/dev/null || fail "the archive's Node does not run on this machine."
}

# Prints the program that listens on a TCP port, unless it is Caddy.
program_on_port() { # PORT
    local inode folder
    inode=$(awk -v port=":$(printf '%04X' "$1")" \
        '$4 == "0A" && substr($2, length($2) - 4) == port { print $10; exit }' \
        /proc/net/tcp /proc/net/tcp6 2>/dev/null || true)
    [ -n "$inode" ] || return 0
    folder=$(find /proc/[0-9]*/fd -lname "socket:\[$inode\]" -print -quit 2>/dev/null || true)
    [ -z "$folder" ] || [ "$(cat "${folder%/fd/*}/comm")" = caddy ] ||
        echo "$(cat "${folder%/fd/*}/comm") (process $(basename "${folder%/fd/*}"))"
}

check_ports() {
    local port program
    for port in 80 443; do
        program=$(program_on_port "$port")
        [ -z "$program" ] || fail "port $port, which Caddy needs, is used by $program: stop and disable that program first."
    done
}

prepare_version() {
    local part
    [ "$(dirname "$HERE")" = "$VERSIONS" ] || fail "unpack the archive with: tar -C /opt -xzf FILE"
    check_processor
    # The archive has the owner and the modes of the machine that packed it.
    install -d -m 755 -o root -g root "$VERSIONS"
    chown -R root:root "$HERE"
    chmod -R u=rwX,go=rX "$HERE"
    # The file's date separates the backups of this installation from those of a machine that it
    # replaces.
    [ -e "$VERSIONS/installed" ] || {
        touch "$VERSIONS/installed"
        [ -z "$(version_of live)" ] || touch -d "@$(stat -c %W "$VERSIONS")" "$VERSIONS/installed"
    }
    # Copies the scaled photos of the previous version. A copy gets its final name once it is
    # complete.
    mkdir -p "$HERE/.cache"
    for part in photos compressed; do
        if [ ! -d "$VERSIONS/live/.cache/$part" ] || [ -e "$HERE/.cache/$part" ]; then continue; fi
        rm -rf "$HERE/.cache/$part.part"
        cp -R "$VERSIONS/live/.cache/$part" "$HERE/.cache/$part.part"
        mv "$HERE/.cache/$part.part" "$HERE/.cache/$part"
    done
    chown -R website: "$HERE/.cache"
}

# Publishes with a version. OPTION names the content: --content FOLDER, or --online for what is
# online. An earlier version, to which a rollback returns, knows `--site` only as `--dist`.
publish() { # VERSION OPTION...
    (cd "$VERSIONS/$1" && runuser -u website -- ./node publish/publish.ts --dist "$DIST" "${@:2}")
}

# Whether an address of this machine responds within a minute, with any status.
responds() { # ADDRESS
    curl -s --max-time 5 --retry "$RESPOND_WITHIN_S" --retry-max-time "$RESPOND_WITHIN_S" --retry-delay 1 \
        --retry-all-errors -o /dev/null "$1"
}

# Whether the server serves the current release within a minute. The caterer may publish meanwhile.
# Its status may be bad: the earlier version, to which a failed move goes back, may run on a full
# disk.
serves_current() {
    local until=$((SECONDS + RESPOND_WITHIN_S)) served
    while [ "$SECONDS" -lt "$until" ]; do
        served=$(curl -s --max-time 5 -o /dev/null -w '%header{x-release}' \
            http://127.0.0.1:3000/api/status || true)
        [ -z "$served" ] || [ "$served" != "$(current_release)" ] || return 0
        sleep 1
    done
    return 1
}

# Runs one step of 'start', which is called in a condition, where bash ignores 'set -e'.
step() { # COMMAND...
    "$@" || { warn "this command failed: $*"; failed=1; }
}

# Makes a version the live one. Prints which steps failed, or which service does not respond within
# a minute. The steps after a failed one run too: in a rollback on a full disk, the services must
# restart although a unit could not be written.
start() { # VERSION
    local from=$VERSIONS/live/deploy unit command failed=0
    step ln -sfn "$1" "$VERSIONS/live"
    # An operator's changes are drop-ins of 'systemctl edit', which have precedence.
    step install -D -m 644 -t "$UNITS" "$from"/website*.{socket,service,timer,target}
    for unit in website website-desk website-backup; do
        # The units of earlier versions contain these lines themselves. Those were not released, so
        # remove this condition at the first release.
        [ -e "$from/hardening.conf" ] || continue
        step install -D -m 644 -t "$UNITS/$unit.service.d" "$from/hardening.conf"
    done
    for command in enquiries desk-link restore; do
        step ln -sf "$from/website-$command" /usr/local/sbin
    done
    step systemctl daemon-reload
    step systemctl enable --quiet website.socket website.service website-desk.service \
        website-backup.timer
    step systemctl enable --quiet --now website.target
    step systemctl restart website.service website-desk.service
    systemctl reload-or-restart caddy || { say_failed "Caddy could not be reloaded or started" caddy; failed=1; }
    [ "$failed" = 0 ] || return 1
    serves_current || { say_failed "the current release is not served" website; return 1; }
    responds http://localhost:3001/ || { say_failed "the desk does not respond" website-desk; return 1; }
}

# Makes a version the live one, like 'start', and checks that an enquiry can be stored. The pages
# are served also where the new version cannot open the database.
start_and_check() { # VERSION
    start "$1" || return 1
    curl -fs --max-time 5 --retry 5 --retry-delay 1 -o /dev/null http://127.0.0.1:3000/api/status ||
        { say_failed "no enquiry can be stored" website; return 1; }
}

warn() { # WHAT
    echo "install.sh: $1." >&2
}

say_failed() { # WHAT UNIT
    echo "install.sh: $1. Look at: journalctl -u $2" >&2
}

# Whether systemd, and not Node, reads /etc/website.env for a version. It did until the command
# 'check-file' was added. Those versions were not released, so remove this, check_reading and
# 'check-file' at the first release (docs/decisions.md, 21).
reads_by_systemd() { grep -qs '^EnvironmentFile=/etc/website.env' "$VERSIONS/$1/deploy/website.service"; }

# Stops before a version that would read a line of the settings differently.
check_reading() { # FROM TO
    if reads_by_systemd "$1"; then ! reads_by_systemd "$2"; else reads_by_systemd "$2"; fi || return 0
    (cd "$HERE" && ./node server/commands/enquiries.ts check-file /etc/website.env) ||
        fail "$1 and $2 read these lines differently: correct /etc/website.env first."
}

# Sets the variables to the move that was interrupted, or else to what is installed.
read_move() {
    move='' from=$(version_of live) to='' release=$(current_release)
    [ ! -s "$MOVE" ] || read -r move from to release <"$MOVE"
}

write_move() { # MOVE FROM TO RELEASE
    echo "$*" >"$MOVE.part"
    sync "$MOVE.part"
    mv -f "$MOVE.part" "$MOVE"
}

# Publishes the online content with another version and starts it; goes back if it does not respond.
move_to() { # MOVE VERSION
    local online new_release
    check_reading "$from" "$2"
    online=$(current_release)
    write_move "$1" "$from" "$2" "$release"
    if ! publish "$2" --online; then
        [ -z "$move" ] || fail "publishing failed; the $move that was interrupted is not complete yet."
        rm -f "$MOVE"
        fail "publishing failed; $from is still the live version."
    fi
    new_release=$(current_release)
    # The earlier version may have published meanwhile, in a format that the new server cannot read.
    if ! start_and_check "$2" && { [ "$(current_release)" = "$new_release" ] ||
        ! publish "$2" --online || ! start_and_check "$2"; }; then
        # After an interruption, the caterer may have published what was online.
        [ "$online" = "$release" ] || new_release=''
        go_back "$new_release" ||
            fail "$2 does not work, and not every step to start $from again succeeded: see the messages above."
        fail "$2 does not work: $from runs again."
    fi
    if [ "$1" = upgrade ]; then ln -sfn "$from" "$VERSIONS/previous"; else rm -f "$VERSIONS/previous"; fi
    rm -f "$MOVE"
    find "$VERSIONS" -mindepth 1 -maxdepth 1 -name 'website-*' ! -name "$2" ! -name "$from" \
        -exec rm -rf {} +
    echo "$2 runs."
}

# Starts the version that was live before the move, with its release.
go_back() { # RELEASE_OF_THE_MOVE
    # A failure here, such as a full disk, must not end the script before the earlier version runs.
    restore_release "$1" || warn "the earlier release could not be put online again"
    start "$from" || return 1
    rm -f "$MOVE"
}

# Puts the earlier release online again. If the caterer may have published meanwhile, the earlier
# version publishes that content.
restore_release() { # RELEASE_OF_THE_MOVE
    local online
    online=$(current_release)
    [ "$online" != "$release" ] || return 0
    if [ "$online" != "$1" ]; then publish "$from" --online && return; fi
    echo "$release" | install -m 600 -o website -g website /dev/stdin "$DIST/.current.back" &&
        mv -f "$DIST/.current.back" "$DIST/current"
}

upgrade() {
    [ -n "$(version_of live)" ] || fail "nothing is installed: use install."
    check_ports
    prepare_version
    read_move
    if [ "$VERSION" != "$from" ]; then
        move_to upgrade "$VERSION"
        print_missing_preview
        return
    fi
    # The version is started again, because a move away from it may have been interrupted.
    go_back '' || fail "$VERSION is installed but does not work."
    echo "$VERSION runs already."
}

rollback() {
    local target
    read_move
    case $move in
    upgrade)
        go_back '' || fail "not every step to start $from again succeeded: see the messages above."
        echo "$from runs again."
        return
        ;;
    rollback) target=$to ;;
    *) target=$(version_of previous) ;;
    esac
    if [ -z "$target" ] || [ "$target" = "$from" ]; then
        fail "there is nothing further back than $from. To go forward, upgrade again."
    fi
    move_to rollback "$target"
}

install_packages() {
    local states
    # 'dpkg -s' also succeeds for a package that was removed but whose settings are still there.
    states=$(dpkg-query -W -f '${db:Status-Status} ' caddy curl restic 2>/dev/null || true)
    [ "$states" != 'installed installed installed ' ] || return 0
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends caddy curl restic
}

# Writes the input to a file, unless it exists. After an interruption there is no file, and not an
# incomplete one that the next run would keep.
write_once() { # FILE MODE GROUP
    # The program before the pipe fails when nobody reads what it writes.
    [ ! -e "$1" ] || { cat >/dev/null; return 0; }
    install -m "$2" -g "$3" /dev/stdin "$1.part"
    mv "$1.part" "$1"
}

# Writes the operator's own files, which no later version touches.
write_settings() { # SITE_NAME DESK_NAME
    sed "s/DESK_NAME/$2/; s/SITE_NAME/$1/" "$HERE/deploy/website.env" |
        write_once /etc/website.env 640 website
    write_once /etc/website-backup.env 600 root <"$HERE/deploy/website-backup.env"
    ! grep -qs "^import $VERSIONS/live/" /etc/caddy/Caddyfile || return 0
    [ -z "$(version_of live)" ] || return 0
    # The present Caddyfile is Debian's default, or that of another site.
    [ ! -e /etc/caddy/Caddyfile ] || mv -f /etc/caddy/Caddyfile /etc/caddy/Caddyfile.before
    echo "import $VERSIONS/live/deploy/Caddyfile $1 $2" | write_once /etc/caddy/Caddyfile 644 root
}

# Versions from before 'Bekijk eerst' needed no lines for previews, and the operator may have
# replaced the line that imports the site's part. Those versions were not released, so remove this
# at the first release.
print_missing_preview() {
    local preview
    grep -qs '^voorbeeld\.' "$VERSIONS/live/deploy/Caddyfile" || return 0
    ! caddy adapt --config /etc/caddy/Caddyfile --adapter caddyfile 2>/dev/null | grep -q '"voorbeeld\.' ||
        return 0
    # The name that the desk uses for previews (desk/server/main.ts).
    preview=$(sed -n 's/^PREVIEW_HOST=//p' /etc/website.env)
    preview=${preview:-$(sed -n 's/^DESK_HOST=werktafel\./voorbeeld./p' /etc/website.env)}
    preview=${preview:-voorbeeld.example.org}
    cat <<EOF
The desk can show the site before it is online. To turn that on, point $preview at
this server, add these lines to /etc/caddy/Caddyfile, and run: systemctl reload caddy

$preview {
	reverse_proxy localhost:3001
}
EOF
}

print_missing() { # SITE_NAME DESK_NAME
    local name address mine
    mine=$(hostname -I 2>/dev/null || true)
    echo "The site and the desk run on this machine. What is missing before visitors reach https://$1:"
    website-enquiries check || true
    for name in "$1" "www.$1" "$2" "voorbeeld.$1"; do
        address=$(getent ahosts "$name" | awk '{ print $1; exit }' || true)
        if [ -z "$address" ]; then
            echo "DNS: $name does not resolve yet."
        elif [[ " $mine 127.0.0.1 ::1 " != *" $address "* ]]; then
            echo "DNS: $name points at $address, and this machine has ${mine:-no address}: right only behind a router or proxy that passes ports 80 and 443 on."
        fi
    done
    echo "The desk is at https://$2. To register the first device:"
    website-desk-link
}

install_site() { # SITE_NAME DESK_NAME
    local name
    for name in "$1" "$2"; do
        [[ $name =~ ^[a-z0-9.-]+\.[a-z]+$ ]] ||
            fail "expected a domain in small letters, not '$name': install.sh install example.org [desk.example.org]"
    done
    [[ $(version_of live) =~ ^(|$VERSION)$ ]] || fail "$(version_of live) is installed: use upgrade."
    [ ! -e "$MOVE" ] || fail "an upgrade or a rollback is not complete: run that again, or rollback."
    check_ports
    install_packages
    systemd-sysusers --inline 'u website - "Website" /var/lib/website'
    prepare_version
    install -d -m 700 -o website -g website /srv/website "$DIST" /var/{lib,backups}/website
    [ -e "$CONTENT" ] || {
        rm -rf "$CONTENT.part"
        cp -R "$HERE/content" "$CONTENT.part"
        chown -R website: "$CONTENT.part"
        mv "$CONTENT.part" "$CONTENT"
    }
    [ -n "$(current_release)" ] || publish "$VERSION" --content "$CONTENT" || fail "publishing failed."
    write_settings "$1" "$2"
    start_and_check "$VERSION" || fail "the website does not work yet; when that is corrected, run this again."
    print_missing "$1" "$2"
}

usage() { sed -n '2,/^set -/p' "$0" | sed '$d; s/^# \{0,1\}//'; }

case ${1:-} in
--help | -h) usage; exit ;;
install | upgrade | rollback) [ "$(id -u)" = 0 ] || fail "run it as root." ;;
*) usage >&2; exit 2 ;;
esac
case $1 in
install) lock; install_site "${2:-}" "${3:-werktafel.${2:-}}" ;;
upgrade) lock; upgrade ;;
rollback) lock; rollback ;;
esac
