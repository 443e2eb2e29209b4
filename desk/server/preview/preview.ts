import { createHash, randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { readdir, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import cookies from '@fastify/cookie';
import {
  API_BASE,
  CHALLENGE_PATH,
  isApiPath,
  STATUS_OK,
  STATUS_PATH,
} from '../../../enquiry/api-contract.ts';
import { currentReleaseId } from '../../../publish/releases/releases.ts';
import { noticeCalendar } from '../../../release/manifest.ts';
import { releasesDirOf } from '../../../release/site-folder.ts';
import { readRelease } from '../../../runtime/read-release.ts';
import { createAltcha } from '../../../server/enquiries/captcha/altcha.ts';
import { createSiteHandler, type Site } from '../../../server/http/site.ts';
import { readSiteFiles } from '../../../server/http/site-files.ts';
import { RefusedError } from '../../shared/api.ts';
import type { Folders } from '../desk-folders.ts';
import { logError } from '../desk-log.ts';
import { openPreviewLinks } from './preview-links.ts';

/** Matches the path of a link, which consists of its token and the page that it opens. */
const LINK = /^\/bekijk\/([\w-]{43})(\/[\w/-]*)?$/;
/**
 * The request by which Caddy asks whether to get a certificate (Caddy's documentation,
 * 'on_demand_tls').
 */
const CERTIFICATE = '/certificate?domain=';

const GONE_STYLE =
  'body{margin:0;background:#f6f1e7;color:#23281f;font:1.0625rem/1.5 system-ui,sans-serif}' +
  'main{max-width:30rem;margin:15vh auto;padding:0 1.5rem}h1{font-size:1.625rem;line-height:1.25}';
const GONE =
  '<!doctype html><html lang="nl-BE"><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width, initial-scale=1">' +
  `<title>Geen voorbeeld</title><style>${GONE_STYLE}</style><main><h1>Dit voorbeeld is er niet (meer)</h1>` +
  '<p>De link is vervallen, beëindigd of niet volledig. Vraag een nieuwe.</p></main>';

/**
 * The folder of previews. It is beside the releases, so no list of versions and no backup contains
 * it.
 */
export const previewDir = ({ siteDir }: Pick<Folders, 'siteDir'>) => join(siteDir, 'preview');

export type Preview = ReturnType<typeof createPreview>;

/**
 * Serves the draft before it is online: as a release of its own, at a host name of its own, for
 * visitors with a link.
 *
 * @param origin the preview's: 'https://voorbeeld.maanzaad.example'
 */
export function createPreview({ folders, origin }: { folders: Folders; origin: string }) {
  const dir = previewDir(folders);
  const { host, protocol, hostname } = new URL(origin);
  const isOverTls = protocol === 'https:';
  // The prefix requires https. On localhost all ports share cookies, so the port tells desks apart.
  const cookieName = isOverTls ? '__Host-voorbeeld' : `voorbeeld-${host.split(':')[1]}`;
  const links = openPreviewLinks(join(dir, 'links.json'));
  const handleSite = createSiteHandler();
  // A preview sends nothing, so no server checks what this secret signs.
  const captcha = createAltcha(randomBytes(32).toString('hex'));
  let served: { id: string; site: Site } | undefined;

  async function readSite(): Promise<Site | undefined> {
    const id = await currentReleaseId(dir);
    if (id === undefined) return undefined;
    if (served?.id === id) return served.site;
    const published = await readRelease(dir, id);
    const { redirects } = published.manifest;
    const site = {
      ...(await readSiteFiles(published)),
      redirects: new Map(redirects.map(({ from, to }) => [from, to])),
      isNoticeShown: noticeCalendar(published.manifest),
    };
    served = { id, site };
    return site;
  }

  /**
   * Whether the preview is on. On a server it is off until its name resolves. On a developer's
   * machine it is on: Chrome and Firefox resolve `voorbeeld.localhost` themselves (RFC 6761, 6.3),
   * Safari asks /etc/hosts.
   */
  const isOn = async () => !isOverTls || (await lookup(hostname).then(Boolean, () => false));

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    overrideHeaders(response);
    if (request.url?.startsWith(CERTIFICATE)) {
      const isAllowed = request.url === CERTIFICATE + hostname && (await isOn());
      response.writeHead(isAllowed ? 200 : 404).end();
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD', connection: 'close' }).end();
      return;
    }
    const [path = '/'] = String(request.url).split('?');
    const site = await readSite();
    const [, token, page = '/'] = LINK.exec(path) ?? [];
    const cookie = cookies.parse(request.headers.cookie ?? '')[cookieName];
    const link = await links.find(token ?? cookie ?? '');
    if (!site || !link) {
      const body = request.method === 'HEAD' ? '' : GONE;
      response.writeHead(404, GONE_HEADERS).end(body);
    } else if (token !== undefined) {
      const maxAge = Math.floor((link.expiresAtMs - Date.now()) / 1000);
      const cookieOptions = { path: '/', httpOnly: true, secure: isOverTls, maxAge } as const;
      response.writeHead(303, {
        'set-cookie': cookies.serialize(cookieName, token, { ...cookieOptions, sameSite: 'lax' }),
        location: site.pages.has(page) ? page : '/',
      });
      response.end();
    } else if (path === API_BASE + STATUS_PATH) {
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(request.method === 'HEAD' ? '' : STATUS_OK);
    } else if (path === API_BASE + CHALLENGE_PATH) {
      const challenge = await captcha.createChallenge?.(Date.now(), 1);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(request.method === 'HEAD' ? '' : JSON.stringify(challenge));
    } else if (isApiPath(path)) {
      response.writeHead(404).end();
    } else {
      await handleSite(site, { request, response, isOverTls });
    }
  }

  return {
    links,
    /** Whether this request is for the preview, and not for the desk. */
    isFor: ({ headers, url }: IncomingMessage) =>
      headers.host?.toLowerCase() === host || url?.startsWith(CERTIFICATE),
    handle(request: IncomingMessage, response: ServerResponse): void {
      handle(request, response).catch((error) => {
        if (response.destroyed) return;
        logError(error, 'a page of the preview could not be served');
        if (response.headersSent) response.destroy();
        else response.writeHead(500, { connection: 'close' }).end();
      });
    },
    async readState() {
      const all = await links.list();
      const shared = all.filter(({ kind }) => kind === 'shared');
      return {
        isOn: await isOn(),
        host,
        isMade: (await currentReleaseId(dir)) !== undefined,
        links: shared.map(({ id, createdAtMs, expiresAtMs }) => ({ id, createdAtMs, expiresAtMs })),
      };
    },
    /** @param kind 'shared' works a week for anybody who has the link, 'own' works a day */
    async createLink(kind: 'own' | 'shared'): Promise<{ url: string }> {
      if ((await currentReleaseId(dir)) === undefined)
        throw new RefusedError(409, 'Er is geen voorbeeld.');
      return { url: `${origin}/bekijk/${await links.create(kind)}` };
    },
    /** Removes the previews before the current one. */
    async removeOld(): Promise<void> {
      const current = await currentReleaseId(dir);
      const releases = releasesDirOf(dir);
      for (const name of await readdir(releases).catch(() => [])) {
        if (name !== current) await rm(join(releases, name), { recursive: true, force: true });
      }
    },
    /** Removes the preview with its photos and links. */
    async remove(): Promise<void> {
      served = undefined;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** The security headers of a response that is not a file of the site. */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

const GONE_STYLE_HASH = createHash('sha256').update(GONE_STYLE).digest('base64');
const GONE_HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${GONE_STYLE_HASH}'; frame-ancestors 'none'`,
  'content-type': 'text/html; charset=utf-8',
};

/** Adds the headers of every response of the preview: nobody may store or index it. */
function overrideHeaders(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response);
  response.writeHead = ((status: number, headers: Record<string, string> = {}) => {
    const { etag: _, ...others } = headers;
    return writeHead(status, {
      ...SECURITY_HEADERS,
      ...others,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'same-origin',
    });
  }) as typeof response.writeHead;
}
