import type { Release } from '../release.ts';

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

/** Design brief, 'Colour'. */
const COLOUR = { linen: '#F6F1E7', paper: '#FFFDF8', ink: '#23261F', olive: '#4B5A3C' };
const ACCENT = { poppy: '#B0302A', brass: '#A8843F' };
/** Brass, thinned with paper: a line as fine as mail programs can draw it. */
const HAIRLINE = '#E0D3B9';
const SERIF = "'Instrument Serif', Georgia, 'Times New Roman', serif";
const SANS = "'Instrument Sans', -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";

const DARK_STYLES = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .linen { background: #1C1F18 !important; }
    .paper { background: #262A21 !important; }
    .ink { color: #F6F1E7 !important; }
    .olive { color: #C3CDB4 !important; }
    .poppy { color: #F0988F !important; }
    .line { border-color: #4D4A38 !important; }
  }
`;

export function companyMailHtml(mail: {
  title: string;
  note: string | undefined;
  received: string;
  values: LabelledValue[];
  messageLabel: string;
  message: string;
  replyAddress: string;
  release: Release;
}): string {
  return page(mail.release, mail.title, [
    mail.note
      ? `<p class="poppy" style="${TEXT}color:${ACCENT.poppy};">${escapeHtml(mail.note)}</p>`
      : '',
    valueTable(mail.values),
    `<h2 class="olive" style="${LABEL}padding-top:24px;">${escapeHtml(mail.messageLabel)}</h2>`,
    // pre-wrap keeps the visitor's own lines and blanks.
    `<p class="ink" style="${TEXT}white-space:pre-wrap;overflow-wrap:anywhere;">${escapeHtml(mail.message)}</p>`,
    `<p class="olive line" style="${SMALL}">${escapeHtml(mail.received)}<br>Antwoord gewoon op deze mail: je antwoord gaat naar ${escapeHtml(mail.replyAddress)}.</p>`,
  ]);
}

export function confirmationHtml(mail: { values: LabelledValue[]; release: Release }): string {
  const { confirmation: words, company } = mail.release;
  const contact = [
    `${company.name} ${company.legalForm}`,
    company.phone,
    company.email,
    ...company.addresses,
  ];
  return page(mail.release, words.subject, [
    paragraph(words.greeting),
    paragraph(words.received),
    mail.values.length > 0
      ? `<h2 class="olive" style="${LABEL}padding-top:8px;">${escapeHtml(words.summaryHeading)}</h2>${valueTable(mail.values)}`
      : '',
    paragraph(words.whatNext),
    paragraph(words.signOff),
    `<p class="ink" style="${TEXT}">${contact.map(escapeHtml).join('<br>')}</p>`,
    `<p class="olive line" style="${SMALL}">${escapeHtml(words.notYou)}</p>`,
  ]);
}

const TEXT = `margin:0;padding:0 0 20px;font:17px/1.6 ${SANS};color:${COLOUR.ink};`;
const LABEL = `margin:0;padding:0 0 6px;font:15px/1.5 ${SANS};color:${COLOUR.olive};`;
const SMALL = `margin:0;padding:20px 0 0;font:14px/1.6 ${SANS};color:${COLOUR.olive};border-top:1px solid ${HAIRLINE};`;

function page(release: Release, title: string, parts: string[]): string {
  const { name } = release.company;
  return `<!doctype html>
<html lang="nl-BE">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${DARK_STYLES}</style>
</head>
<body class="linen" style="margin:0;padding:0;background:${COLOUR.linen};">
<table role="presentation" class="linen" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${COLOUR.linen};">
<tr><td align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;">
<tr><td align="center" style="padding:0 0 24px;">
<p class="ink" style="margin:0;font:34px/1.1 ${SERIF};color:${COLOUR.ink};">${escapeHtml(name)}</p>
<p aria-hidden="true" style="margin:6px 0 0;font:14px/1 ${SERIF};letter-spacing:8px;color:${ACCENT.brass};">&#8226;&#183;<span class="poppy" style="color:${ACCENT.poppy};">&#8226;</span>&#183;&#8226;</p>
</td></tr>
<tr><td class="paper" style="background:${COLOUR.paper};padding:40px 32px 32px;border-radius:2px;">
<h1 class="ink" style="margin:0;padding:0 0 24px;font:normal 30px/1.15 ${SERIF};color:${COLOUR.ink};">${escapeHtml(title)}</h1>
${parts.filter((part) => part !== '').join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function paragraph(text: string): string {
  return `<p class="ink" style="${TEXT}">${escapeHtml(text)}</p>`;
}

function valueTable(values: LabelledValue[]): string {
  const rows = values.map(
    ({ label, value }) =>
      `<tr><th class="olive line" align="left" valign="top" scope="row" style="${CELL}width:38%;font-weight:normal;color:${COLOUR.olive};">${escapeHtml(label)}</th>` +
      `<td class="ink line" valign="top" style="${CELL}white-space:pre-wrap;overflow-wrap:anywhere;color:${COLOUR.ink};">${escapeHtml(value)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px;">${rows.join('')}</table>`;
}

const CELL = `padding:7px 12px 7px 0;font:16px/1.5 ${SANS};border-bottom:1px solid ${HAIRLINE};`;

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
