import type { Page } from '@playwright/test';
import type { Provider } from './variant-site.ts';

/** The script's URL and the global object of each provider. */
const SCRIPTS: Record<Provider, { url: string; global: string }> = {
  recaptcha: { url: 'https://www.google.com/recaptcha/api.js', global: 'grecaptcha' },
  hcaptcha: { url: 'https://js.hcaptcha.com/1/api.js', global: 'hcaptcha' },
  turnstile: { url: 'https://challenges.cloudflare.com/turnstile/v0/api.js', global: 'turnstile' },
};

/**
 * Serves a fake provider script with the documented client API: explicit rendering and the
 * callbacks of `render`. Its widget has three buttons: solve, expire, fail.
 *
 * @returns the requests for the script so far
 */
export async function respondAsProvider(
  page: Page,
  provider: Provider,
): Promise<{ loads: string[] }> {
  const { url, global } = SCRIPTS[provider];
  const loads: string[] = [];
  await page.route(`${url}*`, (route) => {
    loads.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: script(global) });
  });
  return { loads };
}

/**
 * Blocks a provider's script as ad blockers do, either completely or only its second part, so that
 * the first never calls back.
 */
export async function blockProvider(page: Page, provider: Provider, part: 'all' | 'second part') {
  const { url, global } = SCRIPTS[provider];
  await page.route(`${url}*`, (route) => {
    if (part === 'all') return route.abort('blockedbyclient');
    return route.fulfill({ contentType: 'text/javascript', body: `window.${global} = {};` });
  });
}

function script(global: string): string {
  return `{
    const widgets = [];
    // Like reCAPTCHA, it renders into an element only once, even if it was emptied.
    const used = new WeakSet();
    const draw = (index) => {
      const { host, options, solved } = widgets[index];
      const box = document.createElement('div');
      const button = (name, act) => {
        const element = document.createElement('button');
        element.type = 'button';
        element.textContent = name;
        element.onclick = act;
        box.append(element);
      };
      button('solve ' + options.sitekey, () => {
        widgets[index].solved += 1;
        options.callback('result ' + widgets[index].solved);
      });
      button('expire', () => options['expired-callback']());
      button('fail', () => options['error-callback']());
      host.replaceChildren(box);
    };
    window.${global} = {
      render(host, options) {
        if (used.has(host)) throw new Error('Already rendered in this element');
        used.add(host);
        widgets.push({ host, options, solved: 0 });
        draw(widgets.length - 1);
        return widgets.length - 1;
      },
      remove(index) {
        widgets[index].host.replaceChildren();
      },
    };
    const providerScript = [...document.scripts].find((script) => script.src.includes('onload='));
    window[new URL(providerScript.src).searchParams.get('onload')]();
  }`;
}
