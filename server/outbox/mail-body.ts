import type { SendMailOptions } from 'nodemailer';
import type { ReleaseManifest } from '../../release/manifest.ts';

/** A part of a mail. Its fields are shown in this order. */
export interface MailPart {
  heading?: string;
  values?: readonly LabelledValue[];
  /** The text, whose line breaks are shown. */
  text?: string;
  /** Lines below the text. */
  lines?: readonly LinkableText[];
  isSmall?: boolean;
}

/** A text that HTML shows as a link when it has an address: 'tel:…' or 'mailto:…'. */
interface LinkableText {
  value: string;
  href?: string | undefined;
}

export interface LabelledValue extends LinkableText {
  label: string;
  /** What HTML shows instead of the value: a date in words. */
  shown?: string | undefined;
}

/** '09 117 24 83' becomes 'tel:091172483'. Undefined for a text that is not one number. */
export function phoneLink(value: string): string | undefined {
  return /^\+?[\d\s()./-]{6,}$/.test(value) ? `tel:${value.replace(/[^+\d]/g, '')}` : undefined;
}

export function mailLink(address: string): string {
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}`;
}

/**
 * Writes the mail as text and as HTML. Quoted-printable preserves trailing spaces and long lines.
 */
export function mailBodies(
  manifest: ReleaseManifest,
  title: string,
  parts: MailPart[],
): SendMailOptions {
  const alternative = (contentType: string, content: string) => ({
    contentType: `${contentType}; charset=utf-8`,
    contentTransferEncoding: 'quoted-printable' as const,
    content,
  });
  return {
    alternatives: [
      alternative('text/plain', plainTextOf(parts)),
      alternative('text/html', htmlOf(manifest, title, parts)),
    ],
    ...(manifest.markPng !== undefined && { attachments: [markOf(manifest.markPng)] }),
  };
}

const MARK_CID = 'mark';

/**
 * The brand's mark as a part of the HTML (RFC 2387), because many mail programs block images from
 * elsewhere.
 */
function markOf(markPng: string) {
  return {
    cid: MARK_CID,
    contentType: 'image/png',
    contentDisposition: 'inline' as const,
    filename: 'mark.png',
    content: Buffer.from(markPng, 'base64'),
  };
}

/** Writes the parts with a blank line between them, and a line `Label: value` for each value. */
export function plainTextOf(parts: readonly MailPart[]): string {
  const blocks = parts.map(({ heading, values = [], text, lines = [] }) => {
    const written = values.map(({ label, value }) => `${label}: ${value}`);
    if (heading !== undefined) written.unshift(`${heading}:`);
    if (text !== undefined) written.push(text);
    return [...written, ...lines.map(({ value }) => value)].join('\n');
  });
  return blocks.join('\n\n');
}

const SERIF = "'Instrument Serif', Georgia, 'Times New Roman', serif";
const SANS = "'Instrument Sans', -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";

/**
 * Writes the mail as HTML. The styles are inline, because mail programs support little else. It
 * loads no external resources.
 */
function htmlOf(manifest: ReleaseManifest, title: string, parts: readonly MailPart[]): string {
  const { page = '#ffffff', paper = '#ffffff', ink = '#000000' } = manifest.colors;
  const { ornament = 'currentcolor' } = manifest.colors;
  const mark =
    manifest.markPng === undefined
      ? ''
      : `<img src="cid:${MARK_CID}" alt="" width="48" height="48" style="display:block;margin:0 auto 8px;">`;
  return `<!doctype html>
<html lang="${escapeHtml(manifest.locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
  @media (max-width: 479px) {
    .paper { padding: 28px 20px !important; }
    .values th, .values td { display: block !important; width: auto !important; }
    .values th { padding-bottom: 0 !important; border: 0 !important; }
  }
</style>
</head>
<body style="margin:0;padding:0;background:${page};color:${ink};font:17px/1.6 ${SANS};">
<div style="max-width:600px;margin:0 auto;padding:32px 8px;background:${page};">
${mark}<p style="margin:0;padding:0 0 24px;text-align:center;font:34px/1.1 ${SERIF};">${escapeHtml(manifest.company.name)}</p>
<div class="paper" style="background:${paper};padding:40px 32px 32px;">
<h1 style="margin:0;padding:0 0 24px;font:normal 30px/1.15 ${SERIF};text-wrap:balance;">${escapeHtml(title)}</h1>
${parts.map((part) => partHtml(part, ornament)).join('\n')}
</div>
</div>
</body>
</html>
`;
}

function partHtml(part: MailPart, ornament: string): string {
  const { heading, values, text, lines, isSmall = false } = part;
  const cell = `padding:7px 12px 7px 0;border-bottom:1px solid ${ornament};`;
  // This style preserves the visitor's spaces.
  const asTyped = 'white-space:pre-wrap;overflow-wrap:anywhere;';
  const rows = values?.map(
    ({ label, value, shown = value, href }) =>
      `<tr><th align="left" valign="top" scope="row" style="${cell}width:38%;">${escapeHtml(label)}</th>` +
      `<td valign="top" style="${cell}${asTyped}">${linkHtml({ value: shown, href })}</td></tr>`,
  );
  const html: string[] = [];
  if (heading !== undefined) {
    const style = 'margin:0;padding:8px 0 6px;font-size:15px;';
    html.push(`<h2 style="${style}">${escapeHtml(heading)}</h2>`);
  }
  if (rows) {
    const style = `margin:0 0 24px;font:16px/1.5 ${SANS};`;
    html.push(`<table class="values" width="100%" cellspacing="0" style="${style}">`);
    html.push(...rows, '</table>');
  }
  if (text !== undefined || lines) {
    const size = isSmall ? 'font-size:14px;' : '';
    const style = `margin:0;padding:0 0 20px;${size}${asTyped}`;
    const written = text === undefined ? [] : [escapeHtml(text)];
    written.push(...(lines ?? []).map(linkHtml));
    html.push(`<p style="${style}">${written.join('<br>')}</p>`);
  }
  return html.join('\n');
}

function linkHtml({ value, href }: LinkableText): string {
  if (href === undefined) return wholeNames(value);
  return `<a href="${escapeHtml(href)}" style="color:inherit;">${escapeHtml(value)}</a>`;
}

/** A name that is longer must be free to break on a phone. */
const MAX_NAME_LENGTH = 30;

/** Keeps a name such as 'Bollebeek-aan-de-Molen' on one line. */
function wholeNames(text: string): string {
  return escapeHtml(text).replace(/[\p{L}\d]+(?:-[\p{L}\d]+)+/gu, (name) => {
    if (name.length > MAX_NAME_LENGTH) return name;
    return `<span style="white-space:nowrap;">${name}</span>`;
  });
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\n': '<br>',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"'\n]/g, (character) => ENTITIES[character] ?? '');
}
