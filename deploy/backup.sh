#!/bin/sh
# Writes a consistent copy of the database and ships it, with the content, to restic's repository
# (website-backup.service).
set -eu
./node server/commands/enquiries.ts backup
if [ -z "${RESTIC_REPOSITORY:-}" ]; then
    echo 'RESTIC_REPOSITORY is empty in /etc/website-backup.env: no copy leaves this machine.'
    exit 0
fi
restic cat config >/dev/null 2>&1 || restic init --quiet

# 7 days, because what was erased must be gone from backups too.
mkdir -p "$DATA_DIR/desk"
restic backup --quiet --tag data "$BACKUP_DIR" "$DATA_DIR/desk"
restic forget --quiet --tag data --group-by tags --keep-within 7d --prune

release=$(cat "$SITE_DIR/current")
restic backup --quiet --tag site "$CONTENT_DIR" "$SITE_DIR/current" "$SITE_DIR/releases/$release"
restic forget --quiet --tag site --group-by tags --keep-within 12m --prune

# The server's heartbeat fails when this is 26 hours old.
touch "$BACKUP_DIR/shipped"
