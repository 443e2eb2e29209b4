import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RichText } from './RichText.tsx';

const html = (text: string) =>
  renderToString(<RichText text={text} />).replace(/ class="[^"]*"|<!-- -->/g, '');

test.each([
  ['**Vers**, *elke* dag', '<p><strong>Vers</strong>, <em>elke</em> dag</p>'],
  ['***a** b*', '<p><strong><em>a</em></strong><em> b</em></p>'],
  [
    '[Bel **ons**](tel:+3290000000)',
    '<p><a href="tel:+3290000000">Bel <strong>ons</strong></a></p>',
  ],
  ['Kies:\n- soep\n- *taart*', '<p>Kies:</p><ul><li>soep</li><li><em>taart</em></li></ul>'],
  ['1. eerst\n2. dan', '<ol><li>eerst</li><li>dan</li></ol>'],
  ['een\nregel\n\nnog een', '<p>een regel</p><p>nog een</p>'],
  ['\\*sterretje\\*', '<p>*sterretje*</p>'],
  ['\\<b>vet\\</b> en \\&nbsp;', '<p>&lt;b&gt;vet&lt;/b&gt; en &amp;nbsp;</p>'],
  ['R&amp;D', '<p>R&amp;amp;D</p>'],
  ['*&lt;b>*', '<p><em>&amp;lt;b&gt;</em></p>'],
  ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
])('the text %j is rendered with its markup', (text, expected) => {
  expect(html(text)).toBe(expected);
});

test.each([
  ...['* prijzen onder voorbehoud', '+ btw', '5 * 3 = 15 * 1', 'drank* en eten*', 'a_b_ en _c_'],
  ...['2023. Een goed jaar', '1) een', '-', '[sic] (zo)', '#1 van Gent', 'a \\ b', '~~weg~~'],
])('the text %j, which has no markup, is shown as typed', (text) => {
  expect(html(text)).toBe(`<p>${text.trim()}</p>`);
});
