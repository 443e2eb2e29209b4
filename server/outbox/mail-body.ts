import type { SendMailOptions } from 'nodemailer';
import type { Release } from '../../enquiry/release.ts';

/** A part of a mail, in the order in which it is shown. */
export interface MailPart {
  heading?: string;
  values?: readonly LabelledValue[];
  /** Its line breaks are shown. */
  text?: string;
  isSmall?: boolean;
}

export interface LabelledValue {
  label: string;
  value: string;
}

/** The same parts as text and as HTML. Quoted-printable preserves trailing spaces and long lines. */
export function mailBodies(release: Release, title: string, parts: MailPart[]): SendMailOptions {
  const alternative = (contentType: string, content: string) => ({
    contentType: `${contentType}; charset=utf-8`,
    contentTransferEncoding: 'quoted-printable' as const,
    content,
  });
  return {
    alternatives: [
      alternative('text/plain', textOf(parts)),
      alternative('text/html', htmlOf(release, title, parts)),
    ],
  };
}

/** Parts with a blank line between them; one line `Label: value` per value. */
export function textOf(parts: readonly MailPart[]): string {
  const blocks = parts.map(({ heading, values = [], text }) => [
    ...(heading === undefined ? [] : [`${heading}:`]),
    ...values.map(({ label, value }) => `${label}: ${value}`),
    ...(text === undefined ? [] : [text]),
  ]);
  return blocks.map((lines) => lines.join('\n')).join('\n\n');
}

const SERIF = "'Instrument Serif', Georgia, 'Times New Roman', serif";
const SANS = "'Instrument Sans', -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";

/** Inline styles, because mail programs support little else. No external resources. */
function htmlOf(release: Release, title: string, parts: readonly MailPart[]): string {
  const { page = '#ffffff', paper = '#ffffff', ink = '#000000' } = release.colors;
  return `<!doctype html>
<html lang="${escapeHtml(release.locale)}">
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
<p style="margin:0;padding:0 0 24px;text-align:center;font:34px/1.1 ${SERIF};">${escapeHtml(release.company.name)}</p>
<div class="paper" style="background:${paper};padding:40px 32px 32px;">
<h1 style="margin:0;padding:0 0 24px;font:normal 30px/1.15 ${SERIF};">${escapeHtml(title)}</h1>
${parts.map(partHtml).join('\n')}
</div>
</div>
</body>
</html>
`;
}

function partHtml({ heading, values, text, isSmall = false }: MailPart): string {
  const cell = 'padding:7px 12px 7px 0;border-bottom:1px solid;';
  // Preserves the visitor's spaces.
  const asTyped = 'white-space:pre-wrap;overflow-wrap:anywhere;';
  const rows = values?.map(
    ({ label, value }) =>
      `<tr><th align="left" valign="top" scope="row" style="${cell}width:38%;">${escapeHtml(label)}</th>` +
      `<td valign="top" style="${cell}${asTyped}">${escapeHtml(value)}</td></tr>`,
  );
  const size = isSmall ? 'font-size:14px;' : '';
  return [
    heading !== undefined &&
      `<h2 style="margin:0;padding:8px 0 6px;font-size:15px;">${escapeHtml(heading)}</h2>`,
    rows &&
      `<table class="values" width="100%" cellspacing="0" style="margin:0 0 24px;font:16px/1.5 ${SANS};">${rows.join('')}</table>`,
    text !== undefined &&
      `<p style="margin:0;padding:0 0 20px;${size}${asTyped}">${escapeHtml(text)}</p>`,
  ]
    .filter(Boolean)
    .join('\n');
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
