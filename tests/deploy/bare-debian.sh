#!/bin/bash
# Installs a packed version in a bare Debian (debootstrap, chroot), as root, and looks whether it runs there:
# tests/deploy/bare-debian.sh website-….tar.gz. Nothing listens outside loopback; no systemd runs there.
set -euo pipefail
file=$(realpath "$1")
root=$(mktemp -d)
server=
clean_up() {
    if [ -n "$server" ]; then
        kill "$server" 2>/dev/null || true
        wait "$server" || true
    fi
    umount "$root/proc" "$root/dev" 2>/dev/null || true
    rm -rf --one-file-system "$root"
}
trap clean_up EXIT
# Nothing of this machine's environment, NODE_OPTIONS of a test run least of all.
inside=(env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root chroot "$root")
# As any Debian has it: others than root come past it.
chmod 755 "$root"
debootstrap --variant=minbase bookworm "$root" >/dev/null
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
cp /etc/resolv.conf "$root/etc/resolv.conf"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
cp "$(dirname "$0")/../../deploy/website.sh" "$file" "$root/root/"
packed=/root/$(basename "$file")

"${inside[@]}" /root/website.sh install "$packed" --name maanzaad.example
[ ! -e "$root/opt/website" ] || { echo "the dry run changed something"; exit 1; }
"${inside[@]}" /root/website.sh install "$packed" --name maanzaad.example --yes
"${inside[@]}" nginx -t
port=$(sed -n 's/.*127\.0\.0\.1:\([0-9]*\).*/\1/p' "$root/etc/nginx/website-processes.conf")
# What systemd does: the state's folder, the port, the user.
install -d -m 700 "$root/var/lib/website"
"${inside[@]}" chown website:website /var/lib/website
"${inside[@]}" runuser -u website -- sh -c \
    "cd /opt/website/$port && PORT=$port exec ./node --env-file=/etc/website.env --max-semi-space-size=1 server/start.js" >&2 &
server=$!
for _ in $(seq 120); do
    if "${inside[@]}" website.sh status >/dev/null 2>&1; then break; fi
    sleep 0.5
done
"${inside[@]}" website.sh status
"${inside[@]}" website-enquiries backup
"${inside[@]}" website-enquiries check
echo "It runs in a bare Debian."
