/**
 * What programs put on the clipboard, and the Markdown that a text of several paragraphs contains
 * after it is pasted. The examples are shortened; their structure, styles and stray characters are
 * those of the programs.
 */
export interface Pasted {
  from: string;
  html?: string;
  text?: string;
  gives: string;
}

const WORD_HEAD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head>
<meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!--
 /* Font Definitions */ @font-face {font-family:Wingdings; panose-1:5 0 0 0;}
 /* Style Definitions */ p.MsoNormal, li.MsoNormal {margin:0cm; font-size:11.0pt;}
 p.MsoTitle {font-size:28.0pt; font-weight:bold;}
--></style></head><body lang=NL-BE style='tab-interval:35.4pt'><!--StartFragment-->`;
const WORD_TAIL = '<!--EndFragment--></body></html>';
const word = (body: string) => WORD_HEAD + body + WORD_TAIL;
const wordItem = (marker: string, text: string, level = 1) =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span
lang=NL-BE>${text}<o:p></o:p></span></p>
`;

export const CORPUS: Pasted[] = [
  {
    from: 'Google Docs: all in <b style="font-weight:normal">',
    html: `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:400;font-style:normal;white-space:pre-wrap;">Gewone tekst en </span><span style="font-weight:700;white-space:pre-wrap;">vette tekst</span><span style="font-weight:400;">.</span></p><br /><p dir="ltr"><span style="font-weight:400;font-style:italic;white-space:pre-wrap;">Schuin</span></p></b><br class="Apple-interchange-newline">`,
    gives: 'Gewone tekst en **vette tekst**.\n\n*Schuin*',
  },
  {
    from: 'Google Docs: heading, nested list beside its item',
    html: `<b style="font-weight:normal;" id="docs-internal-guid-2"><h2 dir="ltr"><span style="font-size:16pt;font-weight:400;">Menu</span></h2><ul style="margin-top:0;"><li dir="ltr" aria-level="1" style="list-style-type:disc;"><p dir="ltr" role="presentation"><span style="font-weight:400;">soep</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:700;">met brood</span></p></li></ul><li dir="ltr"><p role="presentation"><span>taart</span></p></li></ul></b>`,
    gives: 'Menu\n\n- soep\n- **met brood**\n- taart',
  },
  {
    from: 'Word: bullets in conditional comments',
    html: word(
      `<p class=MsoNormal><b>Inbegrepen:</b><o:p></o:p></p>${wordItem('·', 'soep')}${wordItem('o', 'met <b>brood</b>', 2)}${wordItem('§', 'taart')}<p class=MsoNormal><o:p>&nbsp;</o:p></p>`,
    ),
    text: 'Inbegrepen:\r\n·      soep\r\no      met brood\r\n§      taart\r\n',
    gives: '**Inbegrepen:**\n\n- soep\n- met **brood**\n- taart',
  },
  {
    from: 'Word: numbers',
    html: word(wordItem('1.', 'aperitief') + wordItem('2.', 'hoofdgerecht')),
    gives: '1. aperitief\n2. hoofdgerecht',
  },
  {
    from: 'Word: a table',
    html: word(
      `<table class=MsoTableGrid border=1><tr><td width=301><p class=MsoNormal>Soep<o:p></o:p></p></td><td><p class=MsoNormal>€&nbsp;5<o:p></o:p></p></td></tr><tr><td><p class=MsoNormal><i>Taart</i></p></td><td><p class=MsoNormal>€ 6</p></td></tr></table>`,
    ),
    gives: 'Soep €\u00a05\n\n*Taart* € 6',
  },
  {
    from: 'Word: a title in bold by its class, and lines that end in the source',
    html: word(
      `<p class=MsoTitle>Feesten<o:p></o:p></p><p class=MsoNormal>We koken aan huis\nof op locatie.</p>`,
    ),
    gives: '**Feesten**\n\nWe koken aan huis of op locatie.',
  },
  {
    from: 'Word: a soft break and a footnote',
    html: word(
      `<p class=MsoNormal>Kerkstraat 1<br>\n9000 Gent<a style='mso-footnote-id:ftn1' href="#_ftn1">[1]</a></p>`,
    ),
    gives: 'Kerkstraat 1\n\n9000 Gent[1]',
  },
  {
    from: 'Word online: each item in a list of its own',
    html: `<div class="OutlineElement Ltr"><p class="Paragraph" style="font-weight:normal;font-style:normal;"><span class="TextRun" style="font-weight:bold;"><span class="NormalTextRun">Menu</span></span><span class="EOP" style="font-size:11pt;">&nbsp;</span></p></div><div class="ListContainerWrapper"><ul class="BulletListStyle1" role="list"><li data-leveltext="" data-listid="1" class="OutlineElement"><p class="Paragraph"><span class="TextRun"><span class="NormalTextRun">soep</span></span><span class="EOP">&nbsp;</span></p></li></ul></div><div class="ListContainerWrapper"><ul class="BulletListStyle1" role="list"><li data-listid="1"><p class="Paragraph"><span class="TextRun" style="font-style:italic;">taart</span><span class="EOP">&#8203;</span></p></li></ul></div>`,
    gives: '**Menu**\n\n- soep\n- *taart*',
  },
  {
    from: 'Outlook: no-break spaces at the edges of bold',
    html: '<p class="MsoNormal">Bel <b>09 123 45 67&nbsp;</b>of <i>mail</i> ons,&nbsp; <b>graag</b>.<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p>',
    gives: 'Bel **09 123 45 67** of *mail* ons, **graag**.',
  },
  {
    from: 'Outlook on the web',
    html: '<div class="elementToProof" style="font-family: Aptos; color: rgb(0, 0, 0);">Beste<br></div><div class="elementToProof"><br></div><div class="elementToProof">Wij komen <b style="font-weight: 600;">met&nbsp;zes</b>.</div>',
    gives: 'Beste\n\nWij komen **met zes**.',
  },
  {
    from: 'Gmail',
    html: '<div dir="ltr">Dag<div><br></div><div>We zijn met <b>12</b><br>en willen <a href="http://x.be/menu" target="_blank">dit</a> <img data-emoji="🎂" alt="🎂" src="https://fonts.gstatic.com/x.png"></div></div>',
    gives: 'Dag\n\nWe zijn met **12**\n\nen willen [dit](https://x.be/menu) 🎂',
  },
  {
    from: 'Apple Notes and Pages',
    html: `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN"><html><head><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">p.p1 {margin: 0.0px; font: 13.0px 'Helvetica Neue'} span.s1 {font: bold 13.0px Helvetica} span.s2 {font-style: italic}</style></head><body><p class="p1"><span class="s1">Menu</span></p><p class="p1"><br></p><ul class="ul1"><li class="li1">soep<span class="Apple-converted-space"> </span></li><li class="li1"><span class="s2">taart</span></li></ul></body></html>`,
    gives: '**Menu**\n\n- soep\n- *taart*',
  },
  {
    from: 'LibreOffice',
    html: '<!DOCTYPE html><html><head><style type="text/css">p { line-height: 115% } a:link { color: #000080 }</style></head><body lang="nl-BE"><p style="line-height: 100%"><b>Vet</b> en <span style="font-style: normal"><i>schuin</i></span></p><ol><li><p>een</p></li><li><p>twee</p></li></ol></body></html>',
    gives: '**Vet** en *schuin*\n\n1. een\n2. twee',
  },
  {
    from: 'Excel: a range',
    html: `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--table {mso-displayed-decimal-separator:"\\,";} td {font-weight:400;} .xl65 {font-weight:700; text-align:center;} --></style></head><body><table><col width=64><!--StartFragment--><tr height=20><td class=xl65>Gerecht</td><td class=xl65>Prijs</td></tr><tr><td>soep</td><td align=right>5,00</td></tr><tr><td></td><td>alleen hier</td></tr><!--EndFragment--></table></body></html>`,
    text: 'Gerecht\tPrijs\r\nsoep\t5,00\r\n\talleen hier\r\n',
    gives: '**Gerecht** **Prijs**\n\nsoep 5,00\n\nalleen hier',
  },
  {
    from: 'PowerPoint',
    html: `<div style='mso-line-spacing:"90 0 0"' class=O><span style='mso-special-format:bullet;font-family:Arial'>•</span><span>soep</span></div><div class=O><span style='mso-special-format:bullet'>•</span><span style='font-weight:bold'>taart</span></div>`,
    gives: '- soep\n- **taart**',
  },
  {
    from: 'a web page: hidden parts, pictures, buttons, a script',
    html: '<article><h1>Onze <em>kaart</em></h1><style>p{color:red}</style><script>alert(1)</script><p hidden>weg</p><p style="display:none">weg</p><figure><img src="x.jpg" alt="een foto"><figcaption>Soep</figcaption></figure><p>Lees <a href="javascript:alert(1)">hier</a>, <a href="#deel">daar</a> of <a href="/info">info</a>.</p></article>',
    gives: 'Onze *kaart*\n\nSoep\n\nLees hier, daar of [info](/info).',
  },
  {
    from: 'a web page: definitions, a quotation, a rule and code',
    html: '<dl><dt>Wanneer</dt><dd>Elke dag</dd></dl><hr><blockquote><p>Lekker</p></blockquote><pre>een\n  twee</pre>',
    gives: 'Wanneer\n\nElke dag\n\nLekker\n\neen\n\ntwee',
  },
  {
    from: 'a mail laid out by tables',
    html: '<table><tr><td><table><tr><td><p>Beste</p><p>Tot dan</p></td><td>&nbsp;</td></tr></table></td></tr></table>',
    gives: 'Beste\n\nTot dan',
  },
  {
    from: 'nested lists of two kinds, with several paragraphs in an item',
    html: '<ul><li><p>een</p><p>nog een</p><ol><li>a</li><li>b<br>c</li></ol>rest</li><li>twee</li></ul>',
    gives: '- een nog een\n\n1. a\n2. b c\n\n- rest\n- twee',
  },
  {
    from: 'link targets with a space, a parenthesis and a line break',
    html: '<p>Bekijk <a href="https://x.be/menu kerst.pdf">ons menu</a>, <a href="https://x.be/a#:~:text=3.1) soep">dit</a>, <a href="https://x.be/lang\n  adres">dat</a> en <a href="https://x.be/a\\b<c>">zo</a>.</p>',
    gives:
      'Bekijk [ons menu](https://x.be/menu%20kerst.pdf), [dit](https://x.be/a#:~:text=3.1%29%20soep), [dat](https://x.be/lang%20%20adres) en [zo](https://x.be/a%5Cb%3Cc%3E).',
  },
  {
    from: 'link texts with brackets, and bold within',
    html: '<p><a href="/a">een [b] <b>c</b></a>!<a href="/d">e</a></p>',
    gives: '[een [b] **c**](/a)\\![e](/d)',
  },
  {
    from: 'bold that ends in a sign and meets a letter',
    html: '<p><b>Let op!</b>Reserveer <b>op tijd</b>.</p><p>Een <b>ander</b> deel.</p>',
    gives: '**Let op**!Reserveer **op tijd**.\n\nEen **ander** deel.',
  },
  {
    from: 'an emoji in bold between letters',
    html: '<p>taart<b>🎂</b>en <b>koffie ☕️ </b>voor <i>“iedereen”</i></p>',
    gives: 'taart🎂en **koffie ☕️** voor *“iedereen”*',
  },
  {
    from: 'spaces of other widths at the edges of formats',
    html: '<p>a<b>\u2009b\u3000</b>c <i>\u202fd</i></p>',
    gives: 'a\u2009**b**\u3000c \u202f*d*',
  },
  {
    from: 'text that looks like Markdown',
    text: '# Kop\n- punt\n1. een\n**vet** en *schuin* [x](/y)\n> aan\n`code`\n2 * 3 * 4 = 24_a_\n===\n[a]: /b',
    gives:
      '\\# Kop\n\n\\- punt\n\n1\\. een\n\n\\*\\*vet\\*\\* en \\*schuin\\* \\[x\\](/y)\n\n\\> aan\n\n\\`code\\`\n\n2 * 3 * 4 = 24_a_\n\n===\n\n\\[a\\]: /b',
  },
  {
    from: 'text that looks like HTML',
    text: '<b>vet</b> en&nbsp;<br>\n<div>R&D</div> &#39;t <!-- x --> 3 < 5 <script>alert(1)</script>',
    gives:
      '\\<b>vet\\</b> en\\&nbsp;\\<br>\n\n\\<div>R&D\\</div> \\&#39;t \\<!-- x --> 3 < 5 \\<script>alert(1)\\</script>',
  },
  {
    from: 'a web page about HTML',
    html: '<p>Schrijf <code>&lt;strong&gt;</code> of <b>&amp;nbsp;</b> voor <i>&lt;i</i>&gt;.</p>',
    gives: 'Schrijf \\<strong> of **\\&nbsp;** voor *\\<i*\\>.',
  },
  {
    from: 'plain text with a line that ends in a colon',
    text: 'Voor kinderen.\n\nInbegrepen in de prijs:\n\nsoep en brood',
    gives: 'Voor kinderen.\n\nInbegrepen in de prijs:\n\nsoep en brood',
  },
  {
    from: 'plain text with bullets',
    text: 'Menu\r\n• soep\r\n•\ttaart\r\n',
    gives: 'Menu\n\n- soep\n- taart',
  },
  {
    from: 'a PDF: lines that end where the page ends them',
    text: 'We koken met wat er die week van het land komt en passen het menu aan de\nseizoenen aan. Vraag ernaar.\nAllergieën\nMeld ze vooraf.\f\nSla\u0000de',
    gives:
      'We koken met wat er die week van het land komt en passen het menu aan de seizoenen aan. Vraag ernaar.\n\nAllergieën\n\nMeld ze vooraf.\n\nSlade',
  },
  {
    from: 'an address alone becomes a link',
    text: 'https://www.example.be/menu_(kerst)',
    gives: '[https://www.example.be/menu_(kerst)](https://www.example.be/menu_%28kerst%29)',
  },
  {
    from: 'separators that are no line feeds, and the watermarks of the desk',
    text: 'een\u2028twee\u000bdrie\u{f0003}\ufeff',
    gives: 'een\n\ntwee\n\ndrie',
  },
  {
    from: 'a part of a line, as Chrome on Windows wraps it',
    html: '<html>\r\n<body>\r\n<!--StartFragment--><span style="font-weight: 400;"> deel van </span><b>een regel</b><!--EndFragment-->\r\n</body>\r\n</html>',
    gives: 'deel van **een regel**',
  },
];
