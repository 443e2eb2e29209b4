import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import type { CompatStatement, Identifier } from '@mdn/browser-compat-data';
import { type CssNode, generate, parse, walk } from 'css-tree';
import { parseAst } from 'vite';

/**
 * Finds the features of the web platform that a published file uses and that some supported browser
 * lacks, by MDN's compatibility data: 'css.properties.text-wrap', 'api.HTMLElement.showPopover'.
 */

/** The oldest version of each browser engine that visitors may have (README). */
export type Browsers = Partial<Record<keyof typeof bcd.browsers, number>>;

type Tree = Identifier | undefined;

/** Whether each browser has a feature, without a prefix or a setting. */
function isSupported({ support }: CompatStatement, browsers: Browsers): boolean {
  return Object.entries(browsers).every(([browser, version]) => {
    const statements = [support[browser as keyof typeof support] ?? []].flat();
    return statements.some(
      ({ version_added, version_removed, prefix, alternative_name, flags }) => {
        if (prefix || alternative_name || flags || version_removed) return false;
        if (typeof version_added !== 'string') return false;
        const added = Number.parseFloat(version_added.replace('≤', ''));
        return added <= version;
      },
    );
  });
}

export class FeatureSearch {
  readonly missing = new Set<string>();
  private readonly browsers: Browsers;
  private newNames: Map<string, string> | undefined;

  constructor(browsers: Browsers) {
    this.browsers = browsers;
  }

  /** Records a feature that MDN's data lists and that some browser lacks. */
  private note(path: string[]) {
    let tree: Tree = bcd as unknown as Identifier;
    for (const name of path) tree = (tree as Record<string, Tree> | undefined)?.[name];
    const compat = tree?.__compat;
    if (compat && !isSupported(compat, this.browsers)) this.missing.add(path.join('.'));
  }

  css(source: string) {
    walk(parse(source, { parseCustomProperty: true }), {
      enter: (node: CssNode) => {
        if (node.type === 'Atrule') {
          this.note(['css', 'at-rules', node.name]);
          const prelude = node.prelude ? generate(node.prelude) : '';
          if (node.name === 'media' && /[<>]/.test(prelude)) {
            this.note(['css', 'at-rules', 'media', 'range_syntax']);
          }
          // 'not (…)' and 'screen and not (…)' came with 'or': before, 'not' needed a media type.
          if (node.name === 'media' && /\bnot\s*\(/.test(prelude)) {
            this.note(['css', 'at-rules', 'media', 'or_syntax']);
          }
        }
        if (node.type === 'Feature') this.note(['css', 'at-rules', 'media', node.name]);
        if (node.type === 'PseudoClassSelector' || node.type === 'PseudoElementSelector') {
          this.note(['css', 'selectors', node.name]);
        }
        if (node.type === 'NestingSelector') this.note(['css', 'selectors', 'nesting']);
        if (node.type === 'Declaration') this.declaration(node.property, generate(node.value));
      },
    });
  }

  private declaration(property: string, value: string) {
    this.note(['css', 'properties', property]);
    for (const [word] of value.matchAll(/-?[a-z][a-z0-9-]*/gi)) {
      this.note(['css', 'properties', property, word]);
    }
    for (const [, name = ''] of value.matchAll(/([a-z][a-z0-9-]*)\(/gi)) {
      this.note(['css', 'types', name]);
      this.note(['css', 'types', 'color', name]);
      this.note(['css', 'types', 'gradient', name]);
    }
    for (const [, unit = ''] of value.matchAll(/\d([a-z]+)\b/gi)) {
      this.note(['css', 'types', 'length', unit]);
    }
  }

  html(source: string) {
    for (const [, element = '', attributes = ''] of source.matchAll(/<([a-z][a-z0-9]*)([^>]*)>/g)) {
      this.note(['html', 'elements', element]);
      const named = attributes.replace(/="[^"]*"/g, '=');
      for (const [, attribute = ''] of named.matchAll(/\s([a-z-]+)(?==|\s|$)/g)) {
        this.note(['html', 'elements', element, attribute]);
        this.note(['html', 'global_attributes', attribute]);
      }
    }
  }

  /** Finds methods by their name alone, because the type of the object is unknown. */
  script(source: string) {
    const names = this.namesOfNewMembers();
    const visit = (node: unknown) => {
      if (typeof node !== 'object' || node === null) return;
      if (Array.isArray(node)) {
        node.forEach(visit);
        return;
      }
      const one = node as Record<string, unknown>;
      // Only calls count: the same name is too often a property of ours.
      const isCall = one.type === 'CallExpression' || one.type === 'NewExpression';
      const callee = isCall ? (one.callee as Record<string, unknown>) : {};
      if (callee.type === 'MemberExpression') {
        const { name, value } = callee.property as { name?: string; value?: string };
        const owner = (callee.object as { name?: string }).name;
        const called = String(name ?? value);
        const feature = names.get(`${owner}.${called}`) ?? names.get(called);
        if (feature !== undefined) this.missing.add(feature);
      }
      if (one.type === 'Identifier') {
        const feature = names.get(`global ${String(one.name)}`);
        if (feature !== undefined) this.missing.add(feature);
      }
      const { regex } = one as { regex?: { pattern: string; flags: string } };
      if (regex) this.pattern(regex.pattern, regex.flags);
      // A pattern may be built from strings.
      if (one.type === 'Literal' && typeof one.value === 'string') this.pattern(one.value, '');
      if (one.type === 'TemplateElement') {
        this.pattern(String((one.value as { raw?: string }).raw), '');
      }
      if (one.type === 'StaticBlock') {
        this.note(['javascript', 'classes', 'static_initialization_blocks']);
      }
      for (const [key, part] of Object.entries(one)) {
        // The name of a property is not a variable.
        const isName = (key === 'property' || key === 'key') && one.computed !== true;
        if (!isName) visit(part);
      }
    };
    visit(parseAst(source));
  }

  private pattern(pattern: string, flags: string) {
    if (/\(\?<[!=]/.test(pattern)) {
      this.note(['javascript', 'regular_expressions', 'lookbehind_assertion']);
    }
    if (flags.includes('v')) this.note(['javascript', 'builtins', 'RegExp', 'unicodeSets']);
  }

  /**
   * The names of new methods, except those that older interfaces also have, and new global names.
   */
  private namesOfNewMembers(): Map<string, string> {
    if (this.newNames) return this.newNames;
    const known = new Set<string>();
    const found = new Map<string, string>();
    const add = (key: string, path: string, compat: CompatStatement | undefined) => {
      if (!compat) return;
      if (isSupported(compat, this.browsers)) known.add(key);
      else if (!found.has(key)) found.set(key, path);
    };
    for (const [area, owners] of [
      ['javascript.builtins', bcd.javascript.builtins],
      ['api', bcd.api],
    ] as const) {
      for (const [owner, tree] of Object.entries(owners as Record<string, Identifier>)) {
        add(`global ${owner}`, `${area}.${owner}`, tree.__compat);
        for (const [member, { __compat }] of Object.entries(tree) as [string, Identifier][]) {
          // The data adds this ending to the name of a static method.
          const name = member.replace(/_static$/, '');
          add(name, `${area}.${owner}.${member}`, __compat);
          add(`${owner}.${name}`, `${area}.${owner}.${member}`, __compat);
          if (owner === 'Window') add(`global ${name}`, `${area}.${owner}.${member}`, __compat);
        }
      }
    }
    for (const name of known) found.delete(name);
    this.newNames = found;
    return found;
  }
}
