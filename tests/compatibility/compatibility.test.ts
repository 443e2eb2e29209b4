import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundleApp } from '../../desk/server/bundle-app.ts';
import { currentReleaseId } from '../../publish/releases/releases.ts';
import { publicDirOf, releaseDirOf } from '../../release/site-folder.ts';
import { SAMPLE_SITE_DIR, SITE_DIR } from '../support/content/fixture-site.ts';
import { type Browsers, FeatureSearch } from './features-used.ts';

/** The oldest browsers of visitors. */
const VISITORS: Browsers = {
  chrome: 109,
  chrome_android: 109,
  edge: 109,
  firefox: 115,
  firefox_android: 115,
  safari: 15.6,
  safari_ios: 15.6,
};
/** The oldest browsers of the caterer. */
const CATERER: Browsers = {
  ...VISITORS,
  safari: 16,
  safari_ios: 16,
};

/**
 * Features that may be used although some supported browser lacks them, each with what happens in
 * that browser.
 */
const ON_THE_SITE: Record<string, string> = {
  'css.at-rules.container': 'a foreign captcha on a very narrow phone may be cut off',
  'css.at-rules.media.forced-colors': 'Safari has no forced colours',
  'css.at-rules.media.scripting': 'without scripts, buttons that do nothing are shown too',
  'css.at-rules.page': 'the printer chooses its own margins',
  'css.at-rules.property': 'the shades behind texts change at once',
  'css.at-rules.starting-style': 'the menu opens at once',
  'css.at-rules.view-transition': 'pages change at once',
  'css.properties.-webkit-mask-composite': 'the unprefixed property is there too',
  'css.properties.animation-range': 'a script marks the top of the page',
  'css.properties.animation-timeline': 'a script marks the top of the page',
  'css.properties.break-before.avoid': 'a heading may be the last line of a printed page',
  'css.properties.break-after': 'a heading may be the last line of a printed page',
  'css.properties.container-type': 'as @container',
  'css.properties.content-visibility': 'an answer opens at once',
  'css.properties.cursor': 'a finger has no cursor',
  'css.properties.forced-color-adjust': 'Safari has no forced colours',
  'css.properties.hanging-punctuation': 'quotation marks do not hang',
  'css.properties.interpolate-size': 'an answer opens at once',
  'css.properties.mask-composite': 'the prefixed property is there too',
  'css.properties.mask-image': 'the prefixed property is there too',
  'css.properties.outline': 'a ring around a round button is square',
  'css.properties.overflow.clip': 'an answer opens at once',
  'css.properties.overscroll-behavior': 'the page scrolls on at the end of a dialog',
  'css.properties.resize': 'a phone has no handle for it',
  'css.properties.size': 'the printer chooses its own margins',
  'css.properties.text-size-adjust': 'Safari has the prefixed property, Firefox needs none',
  'css.properties.text-wrap': 'lines break less evenly',
  'css.properties.view-transition-name': 'pages change at once',
  'css.selectors.details-content': 'an answer opens at once',
  'css.selectors.has': 'the page scrolls behind a dialog; the paper has more white',
  'css.selectors.popover-open': 'the five links are in the bar',
  'css.selectors.view-transition-group': 'pages change at once',
  'css.selectors.view-transition-new': 'pages change at once',
  'css.selectors.view-transition-old': 'pages change at once',
  'css.types.color.color-mix': 'the bar has another rule; a link in it has no tint under the mouse',
  'css.types.length.lh': 'the number of rows gives the message its height',
  'html.elements.link.fetchpriority': 'the first photo may come later',
  'html.elements.link.imagesizes': 'the first photo is requested by its element',
  'html.elements.link.imagesrcset': 'the first photo is requested by its element',
  'html.global_attributes.popover': 'the five links are in the bar',
  'api.HTMLElement.hidePopover': 'called if it is there',
  'api.TrustedTypePolicy.createScriptURL': 'called if it is there',
  'api.TrustedTypePolicyFactory.createPolicy': 'called if it is there',
  // React tests for these before it uses them, or has methods of the same name.
  'api.AudioData.format': 'Intl.DateTimeFormat has it too',
  'api.CSSCounterStyleRule.fallback': 'a name in React',
  'api.Document.startViewTransition': 'React calls it for a component that we do not use',
  'api.Navigation.navigate': 'React asks first',
  'api.ViewTransition.skipTransition': 'as startViewTransition',
  'api.Window.navigation': 'React asks first',
  'api.Window.setImmediate': 'React asks first',
  'javascript.builtins.AsyncDisposableStack.use': 'a name in React',
};
const AT_THE_DESK: Record<string, string> = {
  'css.properties.accent-color': 'ticks have the colour of the browser',
  'css.properties.anchor-name': 'the frame of a typed text has steps',
  'css.properties.field-sizing': 'a script makes a field as high as its text',
  'css.properties.inset.anchor': 'as anchor-name',
  'css.properties.mask': 'the prefixed property is there too',
  'css.properties.position-anchor': 'as anchor-name',
  'css.properties.scrollbar-width': 'the filters have a scroll bar where they scroll',
  'css.selectors.-moz-progress-bar': 'others have -webkit-progress-value',
  'css.selectors.-webkit-progress-bar': 'Firefox has no such part',
  'css.selectors.-webkit-progress-value': 'Firefox has -moz-progress-bar',
  'css.selectors.-webkit-search-cancel-button': 'Firefox has no such part',
  'css.types.anchor': 'as anchor-name',
  'api.Document.caretPositionFromPoint': 'ProseMirror asks first',
  'api.Document.caretRangeFromPoint': 'ProseMirror asks first',
  'api.HTMLElement.showPopover': 'called if it is there',
  'api.Selection.getComposedRanges': 'ProseMirror asks first',
  'api.URL.canParse_static': 'Valibot asks first',
  'javascript.builtins.Iterator.toArray': 'React.Children has it too',
  'javascript.regular_expressions.lookbehind_assertion': 'marked tries it first',
};

/** Interfaces of the browser that the desk calls. */
const DESK_INTERFACES = [
  ...['CSSStyleSheet', 'Document', 'Element', 'HTMLElement', 'History', 'IntersectionObserver'],
  ...['Node', 'Range', 'Request', 'Response', 'Selection', 'Storage', 'URL', 'URLSearchParams'],
  ...['VisualViewport', 'Window', 'Crypto', 'AbortSignal', 'Blob', 'ResizeObserver'],
];

async function featuresIn(folder: string, browsers: Browsers): Promise<string[]> {
  const search = new FeatureSearch(browsers);
  let count = 0;
  for (const name of await readdir(folder, { recursive: true })) {
    const read = () => readFile(join(folder, name), 'utf8');
    if (/\.(js|css|html)$/.test(name)) count += 1;
    if (name.endsWith('.js')) search.script(await read());
    if (name.endsWith('.css')) search.css(await read());
    if (name.endsWith('.html')) {
      const html = await read();
      for (const [, css = ''] of html.matchAll(/<style>([\s\S]*?)<\/style>/g)) search.css(css);
      search.html(html.replace(/<(style|script)[\s\S]*?<\/\1>/g, ''));
    }
  }
  expect(count, folder).toBeGreaterThan(0);
  return [...search.missing].sort();
}

/**
 * Expects that only listed features were found. A listed feature includes those below it:
 * 'css.properties.cursor' includes its values.
 */
function expectOnly(found: string[], listed: Record<string, string>) {
  const covers = (entry: string, feature: string) => `${feature}.`.startsWith(`${entry}.`);
  const entries = Object.keys(listed);
  const unlisted = found.filter((feature) => !entries.some((entry) => covers(entry, feature)));
  const unused = entries.filter((entry) => !found.some((feature) => covers(entry, feature)));
  expect({ unlisted, unused }).toEqual({ unlisted: [], unused: [] });
}

test('the published sites use only what every visitor’s browser has, or can do without', async () => {
  const found = new Set<string>();
  for (const dist of [SITE_DIR, SAMPLE_SITE_DIR]) {
    const folder = publicDirOf(releaseDirOf(dist, String(await currentReleaseId(dist))));
    for (const feature of await featuresIn(folder, VISITORS)) found.add(feature);
  }
  expectOnly([...found], ON_THE_SITE);
});

test('the desk uses only what every caterer’s browser has, or can do without', async () => {
  const app = await bundleApp('.cache');
  const found = await featuresIn(app, CATERER);
  // The edited page has the site's own scripts and styles.
  const onTheSite = Object.keys(ON_THE_SITE);
  const ofTheDesk = found.filter((feature) => {
    // A method of another interface is one of ours, or of a library, with the same name.
    const [area, owner = ''] = feature.split('.');
    if (area === 'api' && !DESK_INTERFACES.includes(owner)) return false;
    return !onTheSite.some((entry) => `${feature}.`.startsWith(`${entry}.`));
  });
  expectOnly(ofTheDesk, AT_THE_DESK);
});

test.each([
  ['css', 'a{text-wrap:pretty}', 'css.properties.text-wrap'],
  ['css', 'a{color:color-mix(in srgb,red,blue)}', 'css.types.color.color-mix'],
  ['css', '@media (width < 767px){a{color:red}}', 'css.at-rules.media.range_syntax'],
  ['css', '@media not (min-width:767px){a{color:red}}', 'css.at-rules.media.or_syntax'],
  ['css', 'a{b:c;&:hover{color:red}}', 'css.selectors.nesting'],
  ['css', 'html:has(a){color:red}', 'css.selectors.has'],
  ['css', 'a{height:2lh}', 'css.types.length.lh'],
  ['html', '<div popover="auto">', 'html.global_attributes.popover'],
  ['script', '[].toSorted()', 'javascript.builtins.Array.toSorted'],
  ['script', '"".isWellFormed()', 'javascript.builtins.String.isWellFormed'],
  ['script', 'AbortSignal.any([])', 'api.AbortSignal.any_static'],
  ['script', 'new Intl.Segmenter()', 'javascript.builtins.Intl.Segmenter'],
  ['script', 'URL.canParse("")', 'api.URL.canParse_static'],
  ['script', '/(?<!a)b/.test("b")', 'javascript.regular_expressions.lookbehind_assertion'],
  ['script', 'RegExp("(?<=a)b")', 'javascript.regular_expressions.lookbehind_assertion'],
  ['script', 'requestIdleCallback(a)', 'api.Window.requestIdleCallback'],
  ['script', 'a.showPopover()', 'api.HTMLElement.showPopover'],
] as const)('in %s, %s is found', (kind, source, feature) => {
  const search = new FeatureSearch(VISITORS);
  search[kind](source);
  expect([...search.missing]).toContain(feature);
});
