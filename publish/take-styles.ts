import { basename } from 'node:path';
import { transform } from 'lightningcss';
import type { Plugin } from 'vite';

/** The styles of `site/`, apart from its code, so that a document can hold just those it needs. */
export interface SiteStyles {
  /** In the order in which they count. */
  modules: StyleModule[];
  /**
   * By a component's file name without its ending: what it and all that it imports need, but for what
   * scripts bring along.
   */
  ofComponent: Record<string, string[]>;
}

export interface StyleModule {
  /** Path of its source. */
  id: string;
  css: string;
  /** Its class names, as documents have them; none: it is for every page. */
  classes: string[];
}

const STYLE = /\.css$/;
const COMPONENT = /\.tsx$/;
/** Counts after the parts that it is made of. */
const SECTION = /\/site\/sections\//;

/**
 * Two plugins for the site's two bundles, Node's first: it knows what is rendered at publishing. Its
 * styles go into documents. What only a script that comes later shows (a dialog, the calendar) brings
 * its styles along as a sheet of its own making, which no policy for styles forbids.
 */
export function takeStyles() {
  const found = new Map<string, string>();
  const late = new Set<string>();
  let styles: SiteStyles = { modules: [], ofComponent: {} };

  const fromRendering: Plugin = {
    name: 'styles-for-documents',
    transform(code, id) {
      if (!STYLE.test(id)) return undefined;
      found.set(id, minify(id, code));
      return { code: '', map: null };
    },
    buildEnd() {
      const infoOf = (id: string) => this.getModuleInfo(id);
      const importsOf = (id: string) => infoOf(id)?.importedIds ?? [];
      const loadsOf = (id: string) => infoOf(id)?.dynamicallyImportedIds ?? [];
      const ids = [...this.getModuleIds()];
      const rendered = closureOf(
        ids.filter((id) => infoOf(id)?.isEntry),
        (id) => [...importsOf(id), ...(LOADS_WHAT_IS_RENDERED.test(id) ? loadsOf(id) : [])],
      );
      for (const id of ids.filter((one) => !LOADS_WHAT_IS_RENDERED.test(one))) {
        const there = new Set(closureOf([id], importsOf));
        for (const one of closureOf([...loadsOf(id)], importsOf)) {
          if (found.has(one) && !there.has(one)) late.add(one);
        }
      }
      const isSection = (id: string) => Number(SECTION.test(id));
      const modules = rendered
        .filter((id) => found.has(id))
        .toSorted((a, b) => isSection(a) - isSection(b))
        .map((id) => ({ id, css: found.get(id) ?? '', classes: classesOf(id, found.get(id)) }));
      const ofComponent = rendered
        .filter((id) => COMPONENT.test(id))
        .map((id) => {
          const all = closureOf([id], importsOf);
          return [basename(id, '.tsx'), all.filter((one) => found.has(one) && !late.has(one))];
        });
      styles = { modules, ofComponent: Object.fromEntries(ofComponent) };
    },
  };

  const intoScripts: Plugin = {
    name: 'styles-of-late-scripts',
    enforce: 'post',
    transform(code, id) {
      if (!late.has(id)) return undefined;
      const sheet = JSON.stringify(found.get(id));
      return {
        code: `${code}\nconst lateSheet = new CSSStyleSheet();\nlateSheet.replaceSync(${sheet});\ndocument.adoptedStyleSheets = [...document.adoptedStyleSheets, lateSheet];\n`,
        map: null,
        moduleSideEffects: 'no-treeshake',
      };
    },
  };
  return { fromRendering, intoScripts, styles: () => styles };
}

/** What these load by `import()` is rendered at publishing; elsewhere a browser loads it later. */
const LOADS_WHAT_IS_RENDERED = /\/site\/(?:render\.tsx|sections\/index\.ts)$/;

/** All that is imported from there on, in the order in which it runs. */
export function closureOf(roots: string[], importsOf: (id: string) => readonly string[]): string[] {
  const seen = new Set<string>();
  const order: string[] = [];
  const visit = (id: string) => {
    if (seen.has(id)) return;
    seen.add(id);
    for (const imported of importsOf(id)) visit(imported);
    order.push(id);
  };
  for (const root of roots) visit(root);
  return order;
}

function classesOf(id: string, css = ''): string[] {
  if (!id.endsWith('.module.css')) return [];
  return [...new Set(css.match(/(?<=\.)_[\w-]+/g))];
}

function minify(id: string, css: string): string {
  return transform({ filename: id, code: Buffer.from(css), minify: true }).code.toString();
}
