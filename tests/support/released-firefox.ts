import type { Browser } from '@playwright/test';

/*
 * What Playwright's way into a Firefox as it is released (WebDriver BiDi) does not do as a visitor
 * meets it. Both reach into Playwright, which has no option for them: decision 067.
 */

/**
 * Playwright sets the preferred colours of every page, by a command that Firefox ESR 153 does not
 * know: no page could be opened. The site is light whatever is preferred (decision 014).
 */
export function leaveColorSchemeAlone(browser: Browser): void {
  type Send = (method: string, params: unknown) => Promise<unknown>;
  type Inner = { _browserSession: { send: Send } };
  const { _connection } = browser as unknown as { _connection: { toImpl(of: Browser): Inner } };
  const session = _connection.toImpl(browser)._browserSession;
  const send = session.send.bind(session);
  session.send = async (method, params) =>
    method === 'emulation.setMediaFeaturesOverride' ? {} : send(method, params);
}

/**
 * Runs in each page first. Playwright's `fill` writes into a field's `value` and says so, which React takes
 * for its own doing. Inserted by the browser it is heard like typing.
 */
export function insertLikeTyping(): void {
  const insert = (text: string): Element | undefined => {
    const focused = document.activeElement;
    // Playwright goes on within the frame.
    if (focused instanceof HTMLIFrameElement) return focused;
    document.execCommand('insertText', false, text);
    return undefined;
  };
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insert, set: () => undefined });
}
