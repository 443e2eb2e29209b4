import { type ContentProblem, problemAt } from '../content-error.ts';
import type { CheckedContent } from '../content-files.ts';

/** Another captcha than our own needs the key its provider gave. */
export function checkCaptcha({ site }: CheckedContent): ContentProblem[] {
  if (!site) return [];
  const { provider, siteKey } = site.value.captcha;
  if (provider === 'altcha' || siteKey.trim() !== '') return [];
  return [
    problemAt(site.yaml, ['captcha', 'siteKey'], {
      found: 'een lege tekst',
      expected: `de openbare sleutel die je van ${provider} kreeg, of provider: altcha`,
      example: 'siteKey: "10000000-ffff-ffff-ffff-000000000001"',
    }),
  ];
}

/** The privacy dialog and the footer lead to a page that is there. */
export function checkPrivacyPage({ site, pages, hasEveryPage }: CheckedContent): ContentProblem[] {
  if (!site || !hasEveryPage) return [];
  const { page } = site.value.privacy;
  const written = pages.filter(({ value }) => value.path === page);
  if (written.some(({ value }) => !value.hidden)) return [];
  return [
    problemAt(site.yaml, ['privacy', 'page'], {
      found: written[0]
        ? `de pagina '${page}' is verborgen (${written[0].yaml.file})`
        : `er is geen pagina '${page}'`,
      expected:
        'het adres van je privacypagina: wat bij path staat in een bestand van de map pages',
      example: 'page: /privacy',
    }),
  ];
}

/** A notice ends on or after the day it begins. */
export function checkNotice({ notice }: CheckedContent): ContentProblem[] {
  if (!notice || notice.value.until >= notice.value.from) return [];
  return [
    problemAt(notice.yaml, ['until'], {
      found: `'${notice.value.until}', een dag voor from: '${notice.value.from}'`,
      expected: 'de laatste dag, dezelfde als de eerste of later',
      example: `until: "${notice.value.from}"`,
    }),
  ];
}
