/** Every page is known when it is built: static files, for whatever serves them. */
export default {
  output: 'export',
  // Its own fastest: no sheet to wait for, and no types to check, which neither of the others does.
  experimental: { inlineCss: true },
  typescript: { ignoreBuildErrors: true },
  // The parts that it shares with the other site stand beside it.
  turbopack: { root: `${import.meta.dirname}/..` },
};
