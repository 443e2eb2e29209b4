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

/** As text and as HTML. Quoted-printable preserves trailing spaces and long lines. */
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

/** Parts with a blank line between them; a line `Label: value` for each value. */
export function textOf(parts: readonly MailPart[]): string {
  const blocks = parts.map(({ heading, values = [], text }) => {
    const lines = values.map(({ label, value }) => `${label}: ${value}`);
    if (heading !== undefined) lines.unshift(`${heading}:`);
    if (text !== undefined) lines.push(text);
    return lines.join('\n');
  });
  return blocks.join('\n\n');
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
  if (text !== undefined) {
    const size = isSmall ? 'font-size:14px;' : '';
    const style = `margin:0;padding:0 0 20px;${size}${asTyped}`;
    html.push(`<p style="${style}">${escapeHtml(text)}</p>`);
  }
  return html.join('\n');
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
