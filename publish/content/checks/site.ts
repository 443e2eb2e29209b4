import type { CheckedContent } from '../content-files.ts';
import { errorAt, type Finding } from '../finding.ts';

/**
 * Checks that the site's settings and the notice are consistent with each other and with the pages.
 */
export function* checkSite({
  site,
  pages,
  hasEveryPage,
  notice,
}: CheckedContent): Iterable<Finding> {
  if (notice && notice.value.until < notice.value.from) {
    const { from, until } = notice.value;
    const message = `'${until}' komt voor '${from}'; verwacht wordt dezelfde dag of een latere.`;
    yield errorAt(notice.yaml, ['until'], message, `until: "${from}"`);
  }
  if (!site) return;
  const { captcha, privacy } = site.value;
  if (captcha.provider !== 'altcha' && captcha.siteKey.trim() === '') {
    const message = `Hier staat niets; verwacht wordt de openbare sleutel die je van ${captcha.provider} kreeg, of provider: altcha.`;
    const example = 'siteKey: "10000000-ffff-ffff-ffff-000000000001"';
    yield errorAt(site.yaml, ['captcha', 'siteKey'], message, example);
  }
  const isShown = pages.some(({ value }) => value.path === privacy.page && !value.hidden);
  if (hasEveryPage && !isShown) {
    const message = `Er is geen pagina '${privacy.page}', of ze is verborgen; verwacht wordt het adres van je privacypagina.`;
    yield errorAt(site.yaml, ['privacy', 'page'], message, 'page: /privacy');
  }
}
