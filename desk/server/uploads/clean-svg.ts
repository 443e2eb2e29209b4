import { type CustomPlugin, optimize } from 'svgo';

/** What has no part in a drawing, and goes with all that is in it. */
const FOREIGN = /^(?:script|foreignObject|iframe|handler|animate\w*|set|audio|video)$/;

const onlyDrawing: CustomPlugin = {
  name: 'onlyDrawing',
  fn: () => ({
    element: {
      enter(node, parent) {
        if (FOREIGN.test(node.name))
          parent.children = parent.children.filter((one) => one !== node);
        // A link in a logo leads nowhere: the logo itself leads home.
        else if (node.name === 'a') node.name = 'g';
        for (const name of Object.keys(node.attributes)) {
          if (/^on/i.test(name)) delete node.attributes[name];
        }
      },
    },
  }),
};

/**
 * A logo as a drawing program saved it, without scripts and all else that draws nothing, its style
 * sheet as attributes. Whether what is left may stand on a page, `publish/brand/read-svg.ts` says.
 *
 * @throws Error for what is no SVG
 */
export function cleanSvg(source: string): string {
  const { data } = optimize(source, {
    plugins: [
      ...(['removeDoctype', 'removeXMLProcInst', 'removeComments', 'removeMetadata'] as const),
      ...(['removeEditorsNSData', 'removeScripts'] as const),
      { name: 'inlineStyles', params: { onlyMatchedOnce: false } },
      ...(['convertStyleToAttrs', 'removeEmptyContainers'] as const),
      onlyDrawing,
    ],
  });
  return data;
}
