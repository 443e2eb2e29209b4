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
    content deploy desk enquiry publish scripts server site "$version"
cp docs/operate.md "$version/docs"
echo "$cpu" >"$version/cpu"
find "$version" -name '*.test.ts*' -delete
(cd "$version" && npm ci --omit=dev --ignore-scripts --prefer-offline \
    --os=linux --cpu="$cpu" --libc=glibc --loglevel=error)
# Build metadata (semver.org, 10): the start of the server and 'check' print it.
(cd "$version" && npm pkg set version="$(npm pkg get version | tr -d '"')+${name#website-}")
mv "$version/node_modules/node-linux-$cpu/bin/node" "$version/node"
rm -rf "$version/node_modules/node-linux-$cpu" "$version/node_modules/.bin/node"
tar -C "$work" -czf "$name.tar.gz" website
echo "$name.tar.gz"
