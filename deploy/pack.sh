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
(cd "$version" && npm ci --omit=dev --ignore-scripts --os=linux --cpu="$cpu" --libc=glibc --loglevel=error)
mv "$version/node_modules/node-linux-$cpu/bin/node" "$version/node"
rm -rf "$version/node_modules/node-linux-$cpu"
rm -rf "$version/node_modules/.bin"
tar -C "$work" -czf "website-$id.tar.gz" "website-$id"
echo "website-$id.tar.gz"
