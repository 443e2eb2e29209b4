import { expect, it } from 'vitest';
import { copyContentForEachTest } from '../../tests/content-copy.ts';
import { loadContent } from './load-content.ts';

const content = copyContentForEachTest();

const privacyPage = async () => {
  const { pages, site } = await loadContent(content.path());
  return JSON.stringify(pages.find(({ path }) => path === site.privacy.page)?.sections);
};

it('the privacy page says what site.yaml says, and nothing where that is empty', async () => {
  const page = await privacyPage();
  expect(page).toContain('l’efface 45 jours après');
  expect(page).not.toMatch(/Notre courrier|Votre demande arrive|\{[a-z]/i);
  await content.edit('site.yaml', 'host: ""', 'host: hebergeur.example');
  await content.edit('site.yaml', 'recipient: ""', 'recipient: demandes@mesange.example');
  await content.edit('site.yaml', 'keepDays: 45', 'keepDays: 7');
  const other = await privacyPage();
  expect(other).toContain('l’adresse demandes@mesange.example.');
  expect(other).toContain('Notre courrier se trouve chez hebergeur.example.');
  expect(other).toContain('l’efface 7 jours après');
});
