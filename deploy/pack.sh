#!/bin/bash
# Packs a version for a server: the code, its packages, Node, and the release that was just published, in
# one file that website.sh installs. For another processor: CPU=arm64 deploy/pack.sh
set -euo pipefail
cd "$(dirname "$0")/.."

npm run build
id=$(cat dist/current)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
version=$work/website-$id
mkdir -p "$version/release" "$version/docs"
cp -R package.json package-lock.json .npmrc enquiry server deploy CHANGELOG.md .env.example "$version"
cp docs/operate.md "$version/docs"
cp -R "dist/releases/$id" "$version/release/$id"
find "$version/server" "$version/enquiry" -name '*.test.ts' -delete
cpu=${CPU:-x64}
cp -R scripts/node "$work/node"
rm -rf "$work/node/node_modules"
packages_of() {
  (cd "$1" && npm ci --workspaces=false --omit=dev --omit=peer --ignore-scripts \
    --os=linux --cpu="$cpu" --libc=glibc --loglevel=error)
}
packages_of "$version"
packages_of "$work/node"
mv "$work/node/node_modules/node-linux-$cpu/bin/node" "$version/node"
rm -rf "$version/node_modules/.bin"
tar -C "$work" -czf "website-$id.tar.gz" "website-$id"
echo "website-$id.tar.gz"
