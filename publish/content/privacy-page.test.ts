import { expect, it } from 'vitest';
import { copyContentForEachTest } from '../../tests/content-copy.ts';
import { contentOf } from '../../tests/support/site.ts';

const content = copyContentForEachTest();

const privacyPage = async () => {
  const { pages, site } = await contentOf(content.path());
  return JSON.stringify(pages.find(({ path }) => path === site.privacy.page)?.sections);
};

it('the privacy page states the settings of site.yaml and omits empty ones', async () => {
  const page = await privacyPage();
  expect(page).toContain('l’efface 45 jours après');
  expect(page).toContain('Le contrôle contre les robots se fait chez nous.');
  expect(page).not.toMatch(/Notre courrier|Votre demande arrive|Le formulaire écrit|\{[a-z]/i);
  for (const [from, to] of [
    ['host: ""', 'host: hebergeur.example'],
    ['recipient: ""', 'recipient: demandes@mesange.example'],
    ['keepDays: 45', 'keepDays: 7'],
    ['provider: altcha', 'provider: turnstile'],
    ['siteKey: ""', 'siteKey: "1x00"'],
    ['base: /api', 'base: https://api.hebergeur.example/v1'],
  ] as const) {
    await content.edit('site.yaml', from, to);
  }
  const other = await privacyPage();
  expect(other).toContain('l’adresse demandes@mesange.example.');
  expect(other).toContain('Notre courrier se trouve chez hebergeur.example.');
  expect(other).toContain('l’efface 7 jours après');
  expect(other).toContain('se fait chez Cloudflare (Turnstile).');
  expect(other).not.toContain('chez nous');
  expect(other).toContain('Le formulaire écrit à api.hebergeur.example.');
});

it('publishing stops when the privacy page lacks a placeholder', async () => {
  await content.edit('pages/vie-privee.yaml', '{cookie}', 'XSRF-TOKEN');
  await content.edit('pages/vie-privee.yaml', '{!captcha}', '');
  const findings = await content.findings();
  expect(findings.map((finding) => /\{.*?\}/.exec(finding)?.[0])).toEqual([
    '{cookie}',
    '{!captcha}',
  ]);
});
