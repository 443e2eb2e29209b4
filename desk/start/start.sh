#!/bin/sh
# What Start.command and Start.desktop run, in the folder of the site: finds Node, else says where to get it.

# A double click starts without what a terminal adds to PATH.
for folder in /usr/local/bin /opt/homebrew/bin "$HOME/.volta/bin" "$HOME"/.nvm/versions/node/*/bin; do
  [ -d "$folder" ] && PATH="$PATH:$folder"
done
export PATH

wait_for_enter() {
  # The window would close before anybody has read it.
  if [ -t 0 ]; then
    printf '\nDruk op Enter om dit venster te sluiten. '
    read -r _
  fi
}

if ! command -v npm >/dev/null 2>&1 ||
  ! node -e 'process.exit(parseInt(process.versions.node) >= 20 ? 0 : 1)' >/dev/null 2>&1; then
  page="$PWD/desk/start/geen-node.html"
  echo "Je computer heeft Node nog niet, of een te oude versie. Waar je het haalt: $page"
  if command -v open >/dev/null 2>&1; then open "$page"; else xdg-open "$page" >/dev/null 2>&1; fi
  wait_for_enter
  exit 1
fi

if [ ! -e node_modules/.package-lock.json ]; then
  echo 'De eerste keer worden er onderdelen opgehaald. Dat duurt enkele minuten.'
fi
if ! npm run --silent desk; then
  printf '\nDat lukte niet. Wat hierboven staat, zegt waarom.\n'
  wait_for_enter
  exit 1
fi
