import { rename, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyContentForEachTest, placeOf } from '../../../tests/content-copy.ts';
import { isBelgianEnterpriseNumber } from './company.ts';

const content = copyContentForEachTest();

const ACCUEIL = 'pages/accueil.yaml';
const CARTE = 'pages/carte.yaml';
const DEMANDE = 'pages/demande.yaml';
const NOTICE = 'notice.yaml';
const FORM = /kind: enquiry-form\n.*\n.*/;

type Edit = [file: string, from: RegExp | string, to: string];
interface Mistake {
  mistake: string;
  edits: Edit[];
  place: string;
  says: string[];
}
const wrong = (mistake: string, place: string, says: string[], ...edits: Edit[]): Mistake => ({
  mistake,
  edits,
  place,
  says,
});

describe('what no single field can know is told with its place', () => {
  it.each([
    wrong(
      'two pages at one path',
      'pages/demande.yaml path',
      ["'/accueil' staat ook in pages/accueil.yaml", 'path: /accueil-2'],
      [DEMANDE, 'path: /demande', 'path: /accueil'],
      [
        ACCUEIL,
        'button: { label: Demander un devis, subject: Banquet }',
        'button: { label: x, to: /contact }',
      ],
      [NOTICE, 'to: /demande', 'to: /contact'],
      ['pages/ecoles.yaml', 'to: /demande', 'to: /contact'],
    ),
    wrong(
      'a redirect from a page',
      'pages/demande.yaml redirects.0',
      ["'/la-carte' staat ook in pages/carte.yaml"],
      [DEMANDE, '[/contact,', '[/la-carte,'],
    ),
    wrong(
      'a redirect from the page itself',
      'pages/demande.yaml redirects.0',
      ["'/demande' staat ook"],
      [DEMANDE, '[/contact,', '[/demande,'],
    ),
    wrong(
      'two start pages',
      'pages/demande.yaml redirects.0',
      ["'/' staat ook in pages/accueil.yaml"],
      [DEMANDE, '[/contact,', '[/,'],
    ),
    wrong(
      'no start page',
      'pages',
      ['geen enkele pagina is de startpagina', 'redirects: [/]'],
      [ACCUEIL, '[/, ', '['],
    ),
    wrong(
      'no not-found page',
      'pages',
      ['path: /404'],
      ['pages/introuvable.yaml', 'path: /404', 'path: /405'],
    ),
    wrong(
      "the API's path",
      'pages/carte.yaml redirects.0',
      ["'/api': dat adres gebruikt de site zelf"],
      [CARTE, '[/menu]', '[/api]'],
    ),
    wrong(
      'two links in one place',
      'pages/carte.yaml navigation.place',
      ['plaats 2 is ook die van pages/accueil.yaml', 'place: 5'],
      [CARTE, 'place: 3', 'place: 2'],
    ),
    wrong(
      'two anchors of one name',
      'pages/carte.yaml sections.1.anchor',
      ["'la-carte', maar een deel hierboven"],
      [CARTE, 'anchor: plats', 'anchor: la-carte'],
      ['pages/ecoles.yaml', '/la-carte#plats', '/la-carte'],
    ),
    wrong(
      'a page with nothing to show',
      'pages/introuvable.yaml sections',
      ['alle delen van deze pagina zijn verborgen'],
      ['pages/introuvable.yaml', 'kind: not-found', 'kind: not-found\n    hidden: true'],
    ),
    wrong(
      'a page without a heading',
      'pages/introuvable.yaml sections',
      ['geen enkel deel van deze pagina heeft een kop', 'kind: introduction'],
      [
        'pages/introuvable.yaml',
        /sections:[\s\S]*/,
        'sections:\n  - { kind: picture, photo: foret }\n  - { kind: quote, text: a, who: b }',
      ],
    ),
    wrong(
      'two forms',
      'pages/demande.yaml sections.0.kind',
      ['een tweede formulier; er staat er al een in pages/carte.yaml'],
      [
        CARTE,
        /kind: introduction\n.*\n.*\n.*\n.*/,
        'kind: enquiry-form\n    heading: a\n    intro: b',
      ],
    ),
    wrong(
      'proposals without a form',
      'pages/accueil.yaml sections.1.proposal.subject',
      ['er staat geen formulier op de site', 'kind: enquiry-form'],
      [DEMANDE, FORM, 'kind: introduction\n    heading: a\n    paragraphs: [b]'],
    ),
    wrong(
      'a hidden form',
      'pages/accueil.yaml sections.4.button.subject',
      ['er staat geen formulier'],
      [DEMANDE, FORM, 'kind: enquiry-form\n    hidden: true\n    heading: a\n    intro: b'],
    ),
    wrong(
      'a subject of no option',
      'pages/accueil.yaml sections.1.proposal.subject',
      ["'Bufet' is geen keuze bij Objet", 'subject: Buffet'],
      [ACCUEIL, 'subject: Buffet', 'subject: Bufet'],
    ),
    wrong(
      'a link to no page',
      'notice.yaml link.to',
      ["'/demandes' bestaat niet op deze site", 'to: /demande'],
      [NOTICE, 'to: /demande', 'to: /demandes'],
    ),
    wrong(
      'a link to no page within a text',
      'pages/carte.yaml sections.0.paragraphs.0',
      ["'/demandes' bestaat niet op deze site", '[woorden](/demande)'],
      [CARTE, 'Voici celle', '[Voici](/demandes) celle'],
    ),
    wrong(
      'a link of a kind that nobody can trust within a text',
      'pages/carte.yaml sections.0.paragraphs.0',
      ["een link naar 'javascript:alert(1)'", 'mailto: of tel:'],
      [CARTE, 'Voici celle', '[Voici](javascript:alert(1)) celle'],
    ),
    wrong(
      'markup that texts do not know',
      'pages/carte.yaml sections.0.paragraphs.0',
      ['een foto: ![x](/y.jpg)', '\\![x](/y.jpg)'],
      [CARTE, 'Voici celle', '![x](/y.jpg) Voici celle'],
    ),
    wrong(
      'a list within a list',
      'pages/carte.yaml sections.0.paragraphs.0',
      ['een lijst in een lijst: - tarte'],
      [
        CARTE,
        '- La carte change avec les saisons. Voici celle du moment.',
        '- "- soupe\\n  - tarte"',
      ],
    ),
    wrong(
      'a list where one sentence fits',
      'pages/accueil.yaml sections.4.text',
      ['een lijst, of meer dan één alinea'],
      [ACCUEIL, 'text: Écrivez-la-nous', 'text: |-\n      - Oui\n      - Écrivez-la-nous'],
    ),
    wrong(
      'a link to no anchor',
      'pages/carte.yaml sections.1.lines.2.to',
      ["'/accueil#bufets' bestaat niet", 'to: "/accueil#buffets"'],
      [CARTE, '#buffets', '#bufets'],
    ),
    wrong(
      'a link to no anchor here',
      'pages/carte.yaml sections.1.lines.2.to',
      ["'#caves' bestaat niet"],
      [CARTE, '/accueil#buffets', '#caves'],
    ),
    wrong(
      'a link to a hidden page',
      'notice.yaml link.to',
      ["'/noel' leidt naar een verborgen pagina (pages/noel.yaml)"],
      [NOTICE, 'to: /demande', 'to: /noel'],
    ),
    wrong(
      'a link to a hidden section',
      'notice.yaml link.to',
      ["'/menu#cave' leidt naar een verborgen deel"],
      [NOTICE, 'to: /demande', 'to: "/menu#cave"'],
    ),
    wrong(
      'a scroll link below no hero',
      'notice.yaml link.to',
      ["'/demande#scroll-content' bestaat niet"],
      [NOTICE, 'to: /demande', 'to: "/demande#scroll-content"'],
    ),
    wrong(
      'a link to no file',
      'notice.yaml link.to',
      ["'/files/x.pdf' staat niet in de map files"],
      [NOTICE, 'to: /demande', 'to: /files/x.pdf'],
    ),
    wrong(
      'a file that is not there',
      'pages/carte.yaml sections.3.file',
      ['(wel menu-du-mois.pdf)'],
      [CARTE, 'file: menu-du', 'file: Menu-du'],
    ),
    wrong(
      'a photo that is not listed',
      'pages/carte.yaml socialPicture',
      ["de foto 'tuil' staat niet in photos", '- tuile'],
      [CARTE, 'Picture: tuile', 'Picture: tuil'],
    ),
    wrong(
      'a photo by a name that no address can have',
      'photos/photos.yaml crème brûlée',
      ['letters zonder accent', 'creme-brulee:'],
      ['photos/photos.yaml', 'colline:', 'crème brûlée: { focus: [50, 50], alt: a }\ncolline:'],
    ),
    wrong(
      'a photo without a file',
      'photos/photos.yaml vent',
      ['er is geen foto vent.jpg in de map photos'],
      ['photos/photos.yaml', 'colline:', 'vent: { focus: [50, 50], alt: a }\ncolline:'],
    ),
    wrong(
      'a privacy page that is not there',
      'site.yaml privacy.page',
      ["er is geen pagina '/prive'"],
      ['site.yaml', 'page: /vie-privee', 'page: /prive'],
    ),
    wrong(
      'a privacy page that does not say how long',
      'pages/vie-privee.yaml sections',
      ['nergens {keepDays}', '- Op onze server wissen we je aanvraag {keepDays} dagen'],
      ['pages/vie-privee.yaml', ' {keepDays} jours', ' quelques jours'],
    ),
    wrong(
      'a privacy page that is hidden',
      'site.yaml privacy.page',
      ["'/noel' is verborgen (pages/noel.yaml)"],
      ['site.yaml', 'page: /vie-privee', 'page: /noel'],
    ),
    wrong(
      "another captcha without its provider's key",
      'site.yaml captcha.siteKey',
      ['sleutel die je van turnstile kreeg', 'siteKey: "'],
      ['site.yaml', 'provider: altcha', 'provider: turnstile'],
    ),
    wrong(
      'a notice that ends before it begins',
      'notice.yaml until',
      ["'2031-07-31', een dag voor from"],
      [NOTICE, '2031-08-21', '2031-07-31'],
    ),
    wrong(
      'a partnership without a court',
      'company.yaml court',
      ['dit veld ontbreekt', 'alleen een eenmanszaak', 'court: RPR Gent'],
      ['company.yaml', 'entreprise individuelle', 'SRL'],
    ),
    wrong(
      'hours that end before they begin',
      'company.yaml openingHours.1.until',
      ["'12:00', een uur dat niet na from komt: '13:30'"],
      ['company.yaml', 'until: "18:00"', 'until: "12:00"'],
    ),
    wrong(
      'HTML in a text',
      'pages/accueil.yaml sections.2.paragraphs.0',
      ['<b>: dat is HTML', '- Des tartes & des fruits'],
      [ACCUEIL, /- Des tartes.*/, '- <b>Des tartes</b> &amp; des&nbsp;fruits'],
    ),
    wrong(
      'HTML in a message',
      'messages.yaml form.submit',
      ['&nbsp;: dat is HTML', 'submit: Envoyer !'],
      ['messages.yaml', 'submit: Envoyer la demande', 'submit: Envoyer&nbsp;!'],
    ),
  ])('$mistake', async ({ edits, place, says }) => {
    for (const [file, from, to] of edits) await content.edit(file, from, to);
    const { problems, message } = await content.loadProblems();
    expect(problems.map(placeOf)).toContain(place);
    for (const words of says) expect(message).toContain(words);
    // One mistake, told again only where each link to it stands.
    expect(new Set(problems.map(({ found }) => found)).size).toBe(1);
  });
});

describe('what is right is taken', () => {
  it.each<[string, ...Edit[]]>([
    [
      'links with a query, by a redirect, to a scroll link and within a page',
      [NOTICE, 'to: /demande', 'to: "/bienvenue?a=1#scroll-content"'],
      [CARTE, '/accueil#buffets', '#allergenes'],
    ],
    [
      'web and mail addresses',
      [NOTICE, 'to: /demande', 'to: https://elders.example/noel'],
      [CARTE, '"/accueil#buffets"', 'mailto:a@b.example'],
    ],
    ['a link to a file', [NOTICE, 'to: /demande', 'to: /files/menu-du-mois.pdf']],
    [
      'a hidden page at the path of another',
      ['pages/noel.yaml', 'path: /noel', 'path: /vie-privee'],
      ['pages/noel.yaml', 'place: 5', 'place: 1'],
      [NOTICE, 'to: /demande', 'to: /vie-privee'],
    ],
    ['a notice of one day', [NOTICE, '2031-08-21', '2031-08-01']],
    ['signs that are no HTML', [ACCUEIL, /- Des tartes.*/, '- "1 < 2 & 3 > 2; Jean & fils"']],
  ])('%s', async (_, ...edits) => {
    for (const [file, from, to] of edits) await content.edit(file, from, to);
    await expect(content.load()).resolves.toBeDefined();
  });

  it('any ending a camera writes', async () => {
    await rename(content.path('photos/nuage.jpg'), content.path('photos/nuage.JPEG'));
    await expect(content.load()).resolves.toBeDefined();
  });
});

describe('warnings stop nothing', () => {
  it('name photos and files that nothing shows, and a photo that two sections begin with', async () => {
    await content.edit(
      'photos/photos.yaml',
      'colline:',
      'vent: { focus: [50, 50], alt: a }\ncolline:',
    );
    await content.edit('pages/accueil.yaml', '[nuage]', '[foret, nuage]');
    const hidden = 'kind: story\n    hidden: true\n    heading: a\n    paragraphs: [b]';
    const next = '  - kind: call-to-action';
    await content.edit(ACCUEIL, next, `  - ${hidden}\n    photos: [foret]\n${next}`);
    for (const file of ['photos/vent.jpg', 'photos/oubliee.jpg', 'files/oublie.pdf']) {
      await writeFile(content.path(file), '');
    }
    const { warnings } = await content.load();
    expect(warnings.map(placeOf)).toEqual([
      'files/oublie.pdf',
      'pages/accueil.yaml sections.2.photos.0',
      'photos/oubliee.jpg',
      'photos/photos.yaml vent',
    ]);
  });
});

describe("a company's own facts", () => {
  const OWN: Edit[] = [
    ['company.yaml', 'sample: true', 'sample: false'],
    ['company.yaml', 'Tilleuls 00', 'Tilleuls 8'],
    ['company.yaml', '"0005"', '"4920"'],
    ['company.yaml', '080 00 00 00', '080 12 34 56'],
    ['company.yaml', 'mesange.example', 'mesange.be'],
    ['company.yaml', 'BE 0000.000.000', 'BE 0403.170.701'],
    ['site.yaml', 'https://mesange.example', 'https://mesange.be'],
    ['site.yaml', 'bureau-fictif.example', 'bureau-fictif.be'],
    ['pages/ecoles.yaml', 'mesange.example', 'mesange.be'],
  ];
  const FORM_OF = 'entreprise individuelle';
  /** The fixture has none: it goes before the address. */
  const COURT = 'phone: 080';
  const edit = async (...edits: Edit[]) => {
    for (const [file, from, to] of [...OWN, ...edits]) await content.edit(file, from, to);
  };

  it('are taken when they could be true', async () => {
    await edit();
    await expect(content.load()).resolves.toBeDefined();
  });

  it('are not looked for in names of photos', async () => {
    await rename(content.path('photos/nuage.jpg'), content.path('photos/maanzaad.jpg'));
    await edit(
      ['photos/photos.yaml', 'nuage:', 'maanzaad:'],
      ['pages/accueil.yaml', '[nuage]', '[maanzaad]'],
      ['pages/ecoles.yaml', '[nuage]', '[maanzaad]'],
      ['pages/accueil.yaml', 'sections:', 'socialPicture: maanzaad\nsections:'],
    );
    await expect(content.load()).resolves.toBeDefined();
  });

  it('are taken from the Netherlands too', async () => {
    await edit(
      ['company.yaml', 'country: BE', 'country: NL'],
      ['company.yaml', '"4920"', '4561 AB'],
      ['company.yaml', 'BE 0403.170.701', 'NL 1234.56.789.B.01'],
      ['company.yaml', '080 12 34 56', '+31 (0)114 12 34 56'],
    );
    await expect(content.load()).resolves.toBeDefined();
  });

  it('are refused when they cannot exist', async () => {
    await edit(
      ['company.yaml', '"4920"', '"49200"'],
      ['company.yaml', '080 12 34 56', '080 12 34'],
      ['company.yaml', 'BE 0403.170.701', 'BE 0403.170.702'],
    );
    const { problems } = await content.loadProblems();
    expect(problems.map(placeOf)).toEqual([
      'company.yaml postalAddresses.0.postalCode',
      'company.yaml phone',
      'company.yaml vatNumber',
    ]);
  });

  it('are refused while they are the sample’s, wherever that stands', async () => {
    await content.edit('company.yaml', 'sample: true', 'sample: false');
    await content.edit('company.yaml', 'La Mésange', 'Maanzaad');
    await content.edit('pages/accueil.yaml', 'La Mésange cuisine', 'Maanzaad cuisine');
    const { problems } = await content.loadProblems();
    const left = problems.filter(({ found }) => found.includes('is nog van het voorbeeld'));
    expect(left.map(placeOf)).toEqual([
      'company.yaml name',
      'company.yaml postalAddresses.0.street',
      'company.yaml phone',
      'company.yaml email',
      'company.yaml vatNumber',
      'pages/accueil.yaml description',
      'pages/ecoles.yaml sections.1.button.url',
      'site.yaml url',
      'site.yaml designer.url',
    ]);
  });

  it.each<[string, string, ...[from: string | RegExp, to: string][]]>([
    [
      'a form the law knows no more',
      'legalForm',
      [FORM_OF, 'BVBA'],
      [COURT, 'court: RPR Liège\nphone: 080'],
    ],
    ['a form nobody knows', 'legalForm', [FORM_OF, 'Ltd'], [COURT, 'court: RPR Liège\nphone: 080']],
    [
      'a company without its register',
      'court',
      [FORM_OF, 'SRL'],
      [COURT, 'court: Liège\nphone: 080'],
    ],
    ['a sole trader without a name', 'owner', [/owner: .*\n/, '']],
    ['a seat without a number', 'postalAddresses.0.street', ['Tilleuls 8', 'Tilleuls']],
  ])('are refused while the law asks for more: %s', async (_, field, ...edits) => {
    await edit(...edits.map(([from, to]): Edit => ['company.yaml', from, to]));
    const { problems } = await content.loadProblems();
    expect(problems.map(placeOf)).toEqual([`company.yaml ${field}`]);
  });

  it.each(['Société en nom collectif', 's.r.l.', 'BV in vereffening', 'Comm. V', 'vzw'])(
    'are taken of a legal entity that names its register: %s',
    async (form) => {
      await edit(
        ['company.yaml', FORM_OF, form],
        ['company.yaml', COURT, 'court: RPM Liège, division Huy\nphone: 080'],
      );
      await expect(content.load()).resolves.toBeDefined();
    },
  );

  it('have an enterprise number of which no figure is wrong', () => {
    const number = fc.tuple(fc.constantFrom('0', '1'), fc.integer({ min: 0, max: 9_999_999 }));
    const figure = fc.tuple(fc.nat({ max: 9 }), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(number, figure, ([first, rest], [place, by]) => {
        const eight = first + String(rest).padStart(7, '0');
        const whole = eight + String(97 - (Number(eight) % 97)).padStart(2, '0');
        expect(isBelgianEnterpriseNumber(whole)).toBe(true);
        expect(isBelgianEnterpriseNumber(`BE${whole}`)).toBe(true);
        const typo = [...whole].map((one, i) => (i === place ? (Number(one) + by) % 10 : one));
        expect(isBelgianEnterpriseNumber(typo.join(''))).toBe(false);
      }),
    );
  });
});
