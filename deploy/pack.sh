#!/bin/bash
# Packs this checkout, its packages and its Node into one archive, from which install.sh installs.
# For another processor: CPU=arm64 npm run pack
set -euo pipefail
cd "$(dirname "$0")/.."

cpu=${CPU:-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')}
name=website-$(date -u +%Y%m%dT%H%M%SZ)-$(git rev-parse --short HEAD 2>/dev/null || echo local)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
version=$work/website/$name
mkdir -p "$version/docs"
cp -R package.json package-lock.json .npmrc .env.example ./*.config.ts tsconfig.json LICENSE \
    content deploy desk enquiry publish release runtime scripts server site "$version"
cp -R docs/*.md docs/specification "$version/docs"
echo "$cpu" >"$version/cpu"
find "$version" -name '*.test.ts*' -delete
cd "$version"
install() { npm ci --omit=dev --ignore-scripts --prefer-offline --loglevel=error "$@"; }
# Packages that are only needed to make the bundles.
bundled=(vite @vitejs/plugin-react @tanstack/react-query @simplewebauthn/browser)
while read -r package; do bundled+=("$package"); done < <(grep -o 'prosemirror-[a-z-]*' package.json)
# The first packages are for this machine, which may have another processor than the server.
install
PATH=$version/node_modules/.bin:$PATH node deploy/bundle.ts
PATH=$version/node_modules/.bin:$PATH node deploy/licences.ts >&2
rm -rf node_modules .cache
target=(--os=linux "--cpu=$cpu" --libc=glibc)
install "${target[@]}"
npm uninstall --no-save --ignore-scripts --loglevel=error "${target[@]}" --omit=dev "${bundled[@]}"
# Build metadata (semver.org, 10): the start of the server and 'check' print it.
npm pkg set version="$(npm pkg get version | tr -d '"')+${name#website-}"
mv "node_modules/node-linux-$cpu/bin/node" node
rm -rf "node_modules/node-linux-$cpu" node_modules/.bin/node
find node_modules \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
# Node's symbols are only for debuggers. This machine's 'strip' may not know the other processor.
strip node 2>/dev/null || true
cd "$OLDPWD"
tar -C "$work" -I 'gzip -9' -cf "$name.tar.gz" website
echo "$name.tar.gz"
