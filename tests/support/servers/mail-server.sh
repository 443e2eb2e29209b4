#!/usr/bin/env bash
# mail-server.sh TREE ETC COMMAND... runs a command as root for which the unpacked package TREE is
# in /usr and /var, and the files of the folder ETC are in /etc. It uses namespaces of its own, so
# that nothing outside changes and all its processes end with the command.
set -eu

if [ "$1" != inside ]; then
    exec unshare --mount --pid --fork --kill-child --mount-proc "$0" inside "$@"
fi
tree="$2" etc="$3"
shift 3
mount -t overlay overlay -o "lowerdir=$tree/usr:/usr" /usr
# Debian's /lib is /usr/lib.
[ ! -d "$tree/lib" ] || mount -t overlay overlay -o "lowerdir=$tree/lib:/usr/lib" /usr/lib
mount -t overlay overlay -o "lowerdir=$etc:/etc" /etc
for name in lib log spool; do
    mount -t tmpfs -o mode=755 tmpfs "/var/$name"
    [ ! -d "$tree/var/$name" ] || cp -a "$tree/var/$name/." "/var/$name"
done
exec "$@"
