import type { Release } from '../../enquiry/release.ts';
import { type MailColors, mailColors } from './mail-colors.ts';

/**
 * The mails as HTML: tables and inline styles, because mail programs know little else. Nothing is
 * loaded from anywhere. Colours turn over in the dark where a program asks the style sheet, and
 * stay readable where it turns them over by itself.
 */

/** A label with what the visitor filled in. */
export interface LabelledValue {
  label: string;
  value: string;
}

const SERIF = "'Instrument Serif', Georgia, 'Times New Roman', serif";
const SANS = "'Instrument Sans', -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";

export function companyMailHtml(
  release: Release,
  mail: {
    title: string;
    /** Empty: none. */
    note: string;
    values: LabelledValue[];
    /** Texts of several lines. */
    texts: LabelledValue[];
    /** Small lines below. */
    closing: string[];
  },
): string {
  const style = styleOf(release);
  return page(release, mail.title, [
    ...enquiryParts(mail, 'h2', style),
    element('p', 'secondary line', style.small, ...mail.closing),
  ]);
}

/** One enquiry in a digest: what the company's mail holds, under its title, and a link to answer. */
export function digestPartHtml(
  release: Release,
  mail: Omit<Parameters<typeof companyMailHtml>[1], 'closing'> & {
    sent: string;
    reply: { words: string; url: string };
  },
): string {
  const style = styleOf(release);
  const { ink, line } = style.light;
  const link = `<p class="ink" style="${style.text}"><a class="ink" href="${escapeHtml(mail.reply.url)}" style="color:${ink};">${escapeHtml(mail.reply.words)}</a></p>`;
  return [
    `<div class="line" style="border-top:1px solid ${line};padding:28px 0 12px;">`,
    element(
      'h2',
      'ink',
      `margin:0;padding:0 0 16px;font:normal 24px/1.2 ${SERIF};color:${ink};`,
      mail.title,
    ),
    ...enquiryParts(mail, 'h3', style),
    element('p', 'secondary', `${style.label}`, mail.sent),
    link,
    '</div>',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** @param mail.parts by {@link digestPartHtml} */
export function digestHtml(
  release: Release,
  mail: { title: string; intro: string; parts: string[] },
): string {
  const { text } = styleOf(release);
  return page(release, mail.title, [element('p', 'ink', text, mail.intro), ...mail.parts]);
}

/** What was filled in. */
function enquiryParts(
  mail: { note: string; values: LabelledValue[]; texts: LabelledValue[] },
  heading: 'h2' | 'h3',
  style: Style,
): string[] {
  return [
    mail.note && element('p', 'accent', `${style.text}color:${style.light.accent};`, mail.note),
    valueTable(mail.values, style),
    ...mail.texts.flatMap(({ label, value }) => [
      element(heading, 'secondary', `${style.label}padding-top:24px;`, label),
      // pre-wrap keeps the visitor's own lines and blanks.
      element('p', 'ink', `${style.text}white-space:pre-wrap;overflow-wrap:anywhere;`, value),
    ]),
  ];
}

export function confirmationHtml(
  release: Release,
  mail: { values: LabelledValue[]; contact: string[] },
): string {
  const style = styleOf(release);
  const words = release.mails.confirmation;
  const paragraph = (...lines: string[]) => element('p', 'ink', style.text, ...lines);
  return page(release, words.subject, [
    paragraph(words.greeting),
    paragraph(words.received),
    mail.values.length > 0
      ? element('h2', 'secondary', `${style.label}padding-top:8px;`, words.summaryHeading) +
        valueTable(mail.values, style)
      : '',
    paragraph(words.whatNext),
    paragraph(words.signOff),
    paragraph(...mail.contact),
    element('p', 'secondary line', style.small, words.notYou),
  ]);
}

type Style = ReturnType<typeof styleOf>;

function styleOf(release: Release) {
  const { light, dark } = mailColors(release.colors);
  return {
    light,
    dark,
    text: `margin:0;padding:0 0 20px;font:17px/1.6 ${SANS};color:${light.ink};`,
    label: `margin:0;padding:0 0 6px;font:15px/1.5 ${SANS};color:${light.secondary};`,
    small: `margin:0;padding:20px 0 0;font:14px/1.6 ${SANS};color:${light.secondary};border-top:1px solid ${light.line};`,
    cell: `padding:7px 12px 7px 0;font:16px/1.5 ${SANS};border-bottom:1px solid ${light.line};`,
  };
}

/** What no `style` attribute can say: the dark, and on a phone each value below its name, whole. */
function conditionalStyles(dark: MailColors): string {
  return `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .page { background: ${dark.page} !important; }
    .paper { background: ${dark.paper} !important; }
    .ink { color: ${dark.ink} !important; }
    .secondary { color: ${dark.secondary} !important; }
    .accent { color: ${dark.accent} !important; }
    .line { border-color: ${dark.line} !important; }
  }
  @media (max-width: 479px) {
    .around { padding: 24px 8px !important; }
    .paper { padding: 28px 20px 24px !important; }
    .values th, .values td { display: block !important; width: auto !important; }
    .values th { padding-bottom: 0 !important; border: 0 !important; font-size: 14px !important; }
    .values td { padding-top: 0 !important; }
  }
`;
}

function page(release: Release, title: string, parts: string[]): string {
  const { light, dark } = styleOf(release);
  return `<!doctype html>
<html lang="${escapeHtml(release.locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${conditionalStyles(dark)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${light.page};">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${light.page};">
<tr><td align="center" class="around" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;">
<tr><td align="center" style="padding:0 0 24px;">
<p class="ink" style="margin:0;font:34px/1.1 ${SERIF};color:${light.ink};">${escapeHtml(release.company.name)}</p>
<p aria-hidden="true" style="margin:6px 0 0;font:14px/1 ${SERIF};letter-spacing:8px;color:${light.ornament};">&#8226;&#183;<span class="accent" style="color:${light.accent};">&#8226;</span>&#183;&#8226;</p>
</td></tr>
<tr><td class="paper" style="background:${light.paper};padding:40px 32px 32px;border-radius:2px;">
<h1 class="ink" style="margin:0;padding:0 0 24px;font:normal 30px/1.15 ${SERIF};color:${light.ink};">${escapeHtml(title)}</h1>
${parts.filter((part) => part !== '').join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function element(
  name: 'p' | 'h2' | 'h3',
  classes: string,
  style: string,
  ...lines: string[]
): string {
  return `<${name} class="${classes}" style="${style}">${lines.map(escapeHtml).join('<br>')}</${name}>`;
}

function valueTable(values: LabelledValue[], { cell, light }: Style): string {
  const rows = values.map(
    ({ label, value }) =>
      `<tr><th class="secondary line" align="left" valign="top" scope="row" style="${cell}width:38%;font-weight:normal;color:${light.secondary};">${escapeHtml(label)}</th>` +
      `<td class="ink line" valign="top" style="${cell}white-space:pre-wrap;overflow-wrap:anywhere;color:${light.ink};">${escapeHtml(value)}</td></tr>`,
  );
  return `<table class="values" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px;">${rows.join('')}</table>`;
}

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
