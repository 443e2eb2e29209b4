import type { Release } from '../../enquiry/release.ts';
import type { LabelledValue } from './compose-mail.ts';

export type MailPart =
  | { kind: 'paragraph' | 'small'; lines: readonly string[] }
  | { kind: 'heading'; text: string }
  | { kind: 'values'; values: readonly LabelledValue[] };

const SERIF = "'Instrument Serif', Georgia, 'Times New Roman', serif";
const SANS = "'Instrument Sans', -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";

/**
 * A mail as HTML: tables and inline styles, because mail programs support little else. It loads no
 * external resources.
 */
export function mailHtml(release: Release, title: string, parts: readonly MailPart[]): string {
  const { page = '#ffffff', paper = '#ffffff', ink = '#000000' } = release.colors;
  const name = escapeHtml(release.company.name);
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
<body style="margin:0;padding:0;background:${page};color:${ink};">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${page};">
<tr><td align="center" style="padding:32px 8px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;">
<tr><td align="center" style="padding:0 0 24px;font:34px/1.1 ${SERIF};color:${ink};">${name}</td></tr>
<tr><td class="paper" style="background:${paper};padding:40px 32px 32px;">
<h1 style="margin:0;padding:0 0 24px;font:normal 30px/1.15 ${SERIF};color:${ink};">${escapeHtml(title)}</h1>
${parts.map((part) => partHtml(part, ink)).join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function partHtml(part: MailPart, ink: string): string {
  // pre-wrap preserves the visitor's line breaks and spaces.
  const text = `margin:0;padding:0 0 20px;color:${ink};white-space:pre-wrap;overflow-wrap:anywhere;`;
  switch (part.kind) {
    case 'paragraph':
      return `<p style="${text}font:17px/1.6 ${SANS};">${joinLines(part.lines)}</p>`;
    case 'small':
      return `<p style="${text}font:14px/1.6 ${SANS};">${joinLines(part.lines)}</p>`;
    case 'heading':
      return `<h2 style="margin:0;padding:8px 0 6px;font:bold 15px/1.5 ${SANS};color:${ink};">${escapeHtml(part.text)}</h2>`;
    case 'values':
      return valueTable(part.values, ink);
  }
}

function valueTable(values: readonly LabelledValue[], ink: string): string {
  const cell = `padding:7px 12px 7px 0;font:16px/1.5 ${SANS};color:${ink};border-bottom:1px solid;`;
  const rows = values.map(
    ({ label, value }) =>
      `<tr><th align="left" valign="top" scope="row" style="${cell}width:38%;">${escapeHtml(label)}</th>` +
      `<td valign="top" style="${cell}white-space:pre-wrap;overflow-wrap:anywhere;">${escapeHtml(value)}</td></tr>`,
  );
  return `<table class="values" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px;">${rows.join('')}</table>`;
}

const joinLines = (lines: readonly string[]) => lines.map(escapeHtml).join('<br>');

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
