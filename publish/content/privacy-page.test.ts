import { expect, test } from 'vitest';
import { copyContentForEachTest } from '../../tests/support/content/content-copy.ts';
import { loadValidContent } from '../../tests/support/content/fixture-site.ts';
import { manifestOf } from '../releases/make-manifest.ts';

const content = copyContentForEachTest();

const privacyPage = async () => {
  const { pages, site } = await loadValidContent(content.path());
  return JSON.stringify(pages.find(({ path }) => path === site.privacy.page)?.sections);
};

test('the privacy page states the settings of site.yaml and omits empty ones', async () => {
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

test('publishing stops when the privacy page lacks a placeholder', async () => {
  await content.edit('pages/vie-privee.yaml', '{cookie}', 'XSRF-TOKEN');
  await content.edit('pages/vie-privee.yaml', '{!captcha}', '');
  const findings = await content.findings();
  expect(findings.map((finding) => /\{.*?\}/.exec(finding)?.[0])).toEqual([
    '{cookie}',
    '{!captcha}',
  ]);
});

test.each([
  ['a hidden section', 'kind: text', 'kind: text\n    hidden: true', '{keepDays}'],
  ['a lead', 'à rien d’autre.', 'à rien d’autre. {host}', '{host}'],
  ['the title', 'title: Vie privée', 'title: Vie privée {cookie}', '{cookie}'],
  ['an unknown name', '{keepDays}', '{keepdays} {keepDays}', '{keepdays}'],
])(
  'publishing stops for a placeholder that is not shown or not filled in: %s',
  async (...mistake) => {
    const [, from, to, expected] = mistake;
    await content.edit(
      'pages/vie-privee.yaml',
      '  - kind: text',
      '  - { kind: introduction, heading: a, paragraphs: [ b ] }\n  - kind: text',
    );
    await content.edit('pages/vie-privee.yaml', from, to);
    expect((await content.findings()).join()).toContain(expected);
  },
);

test('publishing stops for a placeholder on another page', async () => {
  await content.edit('pages/carte.yaml', 'Voici', '{keepDays} Voici');
  expect((await content.findings()).join()).toContain('alleen op de privacypagina');
});

test('placeholders are filled in in every kind of section', async () => {
  await content.edit(
    'pages/vie-privee.yaml',
    'sections:',
    `sections:
  - kind: questions
    heading: Gardez-vous {cookie} ?
    items:
      - { question: Combien de temps ?, answer: [ "{keepDays} jours." ] }
      - { question: Qui contrôle ?, answer: [ "Chez {captcha}." ] }`,
  );
  const page = await privacyPage();
  expect(page).toContain('45 jours.');
  expect(page).toContain('Gardez-vous XSRF-TOKEN ?');
  expect(page).not.toContain('Qui contrôle ?');
});

test('a page that is silent about backups is published with a warning', async () => {
  await content.edit('pages/vie-privee.yaml', '{backupDays} jours', 'bientôt');
  expect(await content.findings()).toEqual([]);
  expect((await content.findings('warning')).join()).toContain('reservekopieën');
});

const keeping = async () =>
  manifestOf('', await loadValidContent(content.path()), new Map(), Buffer.alloc(0)).keeping;

test('a booked enquiry is kept until its party while the page says so', async () => {
  expect(await privacyPage()).toContain('reste jusqu’à 45 jours après la fête');
  expect(await keeping()).toMatchObject({ days: 45, bookedUntilParty: true });
});

test.each([
  ['says nothing', 'pages/vie-privee.yaml', '{bookedDays} jours', 'quelques jours'],
  ['leaves the sentence out', 'pages/vie-privee.yaml', '{bookedDays} jours', '{bookedDays} {host}'],
  ['is that of a provider', 'site.yaml', 'providerUrl: ""', 'providerUrl: https://a.example/p'],
])('a booked enquiry is kept like the others while the page %s', async (...[, file, from, to]) => {
  await content.edit(file, from, to);
  expect(await keeping()).toMatchObject({ days: 45, bookedUntilParty: false });
});

test('a page that is silent about booked enquiries is published with a warning', async () => {
  await content.edit('pages/vie-privee.yaml', '{bookedDays} jours', 'quelques jours');
  expect(await content.findings()).toEqual([]);
  expect((await content.findings('warning')).join()).toContain('{bookedDays}');
});

const SAY_VISITS = '- "Nous comptons les pages vues et gardons les nombres {visitMonths} mois."';
const countVisits = () => content.edit('site.yaml', 'privacy:', 'visits:\n  count: true\nprivacy:');

test('publishing offers the sentence about visits that the page lacks', async () => {
  await countVisits();
  expect((await content.findings()).join()).toContain('zet er een alinea bij');
  await content.edit(
    'pages/vie-privee.yaml',
    'paragraphs:',
    `paragraphs:\n          ${SAY_VISITS}`,
  );
  expect(await content.findings()).toEqual([]);
  expect(await privacyPage()).toContain('gardons les nombres 13 mois');
});

test('the sentence about visits is shown only while they are counted, and the sentence that there are no statistics only while they are not', async () => {
  const none = '- "{!visitMonths}{!captcha}Nous ne tenons aucune statistique."';
  await content.edit(
    'pages/vie-privee.yaml',
    'paragraphs:',
    `paragraphs:\n          ${SAY_VISITS}\n          ${none}`,
  );
  const before = await privacyPage();
  expect(before).toContain('"Nous ne tenons aucune statistique.');
  expect(before).not.toContain('pages vues');
  await countVisits();
  const after = await privacyPage();
  expect(after).toContain('pages vues');
  expect(after).not.toContain('aucune statistique');
});

test('publishing stops when visits are counted and a sentence denies it', async () => {
  await countVisits();
  const denial = '- "En outre : pas de cookies, aucune statistique de visite."';
  const paragraphs = `paragraphs:\n          ${SAY_VISITS}\n          ${denial}`;
  await content.edit('pages/vie-privee.yaml', 'paragraphs:', paragraphs);
  expect((await content.findings()).join()).toContain('geen statistieken');
});

test('publishing stops when visits are counted and only a hidden section says so', async () => {
  await countVisits();
  const hidden = `- { kind: text, hidden: true, heading: a, parts: [{ paragraphs: [ ${SAY_VISITS.slice(2)} ] }] }`;
  await content.edit('pages/vie-privee.yaml', '  - kind: text', `  ${hidden}\n  - kind: text`);
  expect((await content.findings()).join()).toContain('zet er een alinea bij');
});

test('visits are not counted while the statement is at a provider', async () => {
  await countVisits();
  await content.edit(
    'pages/vie-privee.yaml',
    'paragraphs:',
    `paragraphs:\n          ${SAY_VISITS}`,
  );
  await content.edit('site.yaml', 'providerUrl: ""', 'providerUrl: https://provider.example/p');
  expect((await content.findings()).join()).toContain('op je eigen site');
});
