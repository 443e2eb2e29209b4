import { describe, expect, it } from 'vitest';
import { copyContentForEachTest } from './content-copy.ts';

const content = copyContentForEachTest();

describe('one mistake gives its file, line, field, what was expected and an example', () => {
  const mistakes: {
    mistake: string;
    file: string;
    from: string | RegExp;
    to: string;
    field?: string;
    line?: number;
    says: string[];
  }[] = [
    {
      mistake: 'a missing field',
      file: 'company.yaml',
      from: /email: .*\n/,
      to: '',
      field: 'email',
      says: ['dit veld ontbreekt', 'het mailadres van de zaak', 'email: info@maanzaad.example'],
    },
    {
      mistake: 'a missing group of fields',
      file: 'site.yaml',
      from: /designer:\n.*\n.*\n/,
      to: '',
      field: 'designer',
      says: ['een groep met deze velden: name, url', 'name: Atelier Voorbeeld'],
    },
    {
      mistake: 'an empty field',
      file: 'pages/home.yaml',
      from: 'heading: Over ons',
      to: 'heading:',
      field: 'about.heading',
      says: ['hier staat niets'],
    },
    {
      mistake: 'a text of white space',
      file: 'mails.yaml',
      from: /greeting: .*/,
      to: 'greeting: "  "',
      field: 'confirmation.greeting',
      says: ['een lege tekst'],
    },
    {
      mistake: 'a wrong value',
      file: 'company.yaml',
      from: '"+3290000000"',
      to: '09 000 00 00',
      field: 'phoneLink',
      line: 19,
      says: ["'09 000 00 00'", 'met landnummer', 'phoneLink: "+3290000000"'],
    },
    {
      mistake: 'a wrong value deep in a list',
      file: 'pages/feesten.yaml',
      from: 'subject: Walking dinner',
      to: 'subject: Walking diner',
      field: 'blocks.1.proposal.subject',
      says: ["'Walking diner'", 'subject: Receptie'],
    },
    {
      mistake: 'a number where text is expected',
      file: 'company.yaml',
      from: 'postalCode: "0000"',
      to: 'postalCode: 9000',
      field: 'addresses.0.postalCode',
      line: 11,
      says: ['het getal 9000', 'tussen aanhalingstekens'],
    },
    {
      mistake: 'true where text is expected',
      file: 'company.yaml',
      from: 'name: Maanzaad',
      to: 'name: true',
      field: 'name',
      says: ['true, zonder aanhalingstekens'],
    },
    {
      mistake: 'text where a list is expected',
      file: 'pages/feesten.yaml',
      from: 'photos: [champagne, canapes, limonade]',
      to: 'photos: champagne',
      field: 'blocks.0.photos',
      says: ["'champagne'", 'een lijst met minstens 1', '- champagne'],
    },
    {
      mistake: 'a list where text is expected',
      file: 'pages/info.yaml',
      from: 'title: Contact',
      to: 'title: [Contact]',
      field: 'title',
      says: ['een lijst met streepjes'],
    },
    {
      mistake: 'a list that is too long',
      file: 'pages/feesten.yaml',
      from: '      - vanaf 20 gasten\n',
      to: '      - vanaf 20 gasten\n      - nog een feit\n',
      field: 'blocks.0.facts',
      says: ['een lijst van 5', 'minstens 2 en hoogstens 4'],
    },
    {
      mistake: 'one address instead of two',
      file: 'company.yaml',
      from: / {2}- label: Feestschuur\n(?: {4}.*\n)+/,
      to: '',
      field: 'addresses',
      says: ['een lijst van 1', 'precies 2'],
    },
    {
      mistake: 'a paragraph with a colon',
      file: 'pages/info.yaml',
      from: /intro: >-[\s\S]*/,
      to: 'intro:\n  Kort gezegd: we koken.\n',
      field: 'intro',
      says: ['een groep velden (Kort gezegd)', 'dubbele punt'],
    },
    {
      mistake: 'a description of more than 160 characters',
      file: 'pages/home.yaml',
      from: /description: .*/,
      to: `description: ${'a'.repeat(161)}`,
      field: 'description',
      says: ['een tekst van 161 tekens', 'hoogstens 160 tekens'],
    },
    {
      mistake: 'an unknown field close to a known one',
      file: 'company.yaml',
      from: 'vatNumber:',
      to: 'vatNumbr:',
      field: 'vatNumbr',
      says: ["'vatNumbr' kennen we hier niet", "het veld 'vatNumber'", 'vatNumber: BE'],
    },
    {
      mistake: 'an unknown field like no other',
      file: 'site.yaml',
      from: 'schoolSite:\n',
      to: 'schoolSite:\n  kleurenschema: groen\n',
      field: 'schoolSite.kleurenschema',
      says: ['een van deze: url'],
    },
    {
      mistake: 'a field written twice',
      file: 'company.yaml',
      from: 'legalForm: VOF\n',
      to: 'legalForm: VOF\nlegalForm: BV\n',
      line: 6,
      says: ["'legalForm' staat hier een tweede keer"],
    },
    {
      mistake: 'a tab',
      file: 'site.yaml',
      from: '  base: /api',
      to: '\tbase: /api',
      says: ['met een tab', 'spaties'],
    },
    {
      mistake: 'a colon inside a heading',
      file: 'pages/info.yaml',
      from: 'heading: Contact',
      to: 'heading: Contact: bel of mail',
      line: 4,
      says: ['dubbele punt', 'heading: "Recepties: klein en groot"'],
    },
    {
      mistake: 'a colon that is missing',
      file: 'pages/info.yaml',
      from: 'heading: Contact',
      to: 'heading Contact',
      says: ['een dubbele punt die ontbreekt'],
    },
    {
      mistake: 'an apostrophe at the start of a text',
      file: 'pages/niet-gevonden.yaml',
      from: 'heading: Oeps',
      to: "heading: 's Avonds open",
      says: ['aanhalingstekens', `"'s Avonds aan tafel"`],
    },
    {
      mistake: 'a quote that is never closed, at the line where it opens',
      file: 'pages/info.yaml',
      from: 'title: Contact',
      to: 'title: "Contact',
      line: 2,
      says: ['open gaat en niet dicht'],
    },
    {
      mistake: 'words after a closed quote',
      file: 'pages/info.yaml',
      from: 'title: Contact',
      to: 'title: "Contact" en meer',
      line: 2,
      says: ['tekst na een aanhalingsteken'],
    },
    ...['@', '*', '!', '&'].map((sign) => ({
      mistake: `a text that begins with ${sign}`,
      file: 'pages/info.yaml',
      from: 'title: Contact',
      to: `title: ${sign}Contact`,
      line: 2,
      says: [sign, 'dubbele aanhalingstekens rond de hele tekst'],
    })),
    {
      mistake: 'a line that springs in wrongly',
      file: 'site.yaml',
      from: '  name: Atelier Voorbeeld\n',
      to: '   name: Atelier Voorbeeld\n',
      says: ['springt niet goed in'],
    },
    {
      mistake: 'a message without the place the site fills in',
      file: 'messages.yaml',
      from: 'Foto {index} van {count}',
      to: 'Foto {index}',
      field: 'carousel.position',
      says: ['{index} en {count}', 'position: "Foto {index} van {count}"'],
    },
    {
      mistake: 'a message with a place the site cannot fill in',
      file: 'messages.yaml',
      from: 'cancel: Annuleren',
      to: 'cancel: "{naam} annuleert"',
      field: 'form.cancel',
      says: ['zonder {naam}'],
    },
    {
      mistake: 'another captcha without its key',
      file: 'site.yaml',
      from: 'provider: altcha',
      to: 'provider: turnstile',
      field: 'captcha.siteKey',
      says: ['openbare sleutel die je van turnstile kreeg', 'siteKey: "'],
    },
    {
      mistake: 'a phone link to another number',
      file: 'company.yaml',
      from: '"+3290000000"',
      to: '"+3290000001"',
      field: 'phoneLink',
      says: ["een ander nummer dan phone: '09 000 00 00'", '"+3290000000"'],
    },
    {
      mistake: 'a menu line to a block that does not exist',
      file: 'pages/home.yaml',
      from: '"/feesten#feestdiner"',
      to: '"/feesten#feestdiners"',
      field: 'menu.lines.2.href',
      says: ['bestaat niet op deze site', '"/feesten#feestdiner"'],
    },
    {
      mistake: 'two blocks of one name',
      file: 'pages/feesten.yaml',
      from: 'id: walking-dinner',
      to: 'id: recepties',
      field: 'blocks.1.id',
      says: ['een blok hierboven heet al zo'],
    },
    {
      mistake: 'a photo without alt text',
      file: 'photos/photos.yaml',
      from: /alt: "Opengesneden[^"]*"/,
      to: 'alt: ""',
      field: 'photos.vijgen.alt',
      says: ['een lege tekst', 'wat er op de foto staat', 'alt: Gevulde champagneglazen'],
    },
    {
      mistake: 'a focal point outside the photo',
      file: 'photos/photos.yaml',
      from: 'focus: [56, 45]',
      to: 'focus: [56, 145]',
      field: 'photos.champagne.focus',
      says: ['van 0 tot 100'],
    },
    {
      mistake: 'a block with an unknown photo',
      file: 'pages/bedrijfsfeest.yaml',
      from: 'photos: [cocktails,',
      to: 'photos: [coktails,',
      field: 'blocks.0.photos.0',
      says: ["'coktails' staat niet in photos/photos.yaml", '- cocktails'],
    },
    {
      mistake: 'a page with an unknown photo',
      file: 'photos/photos.yaml',
      from: 'schoolcatering: [schoollunch,',
      to: 'schoolcatering: [schoolunch,',
      field: 'pages.schoolcatering.0',
      says: ["'schoolunch' staat niet in", '- schoollunch'],
    },
    {
      mistake: 'a photo with a name that cannot stand in an address',
      file: 'photos/photos.yaml',
      from: '  champagne:\n',
      to: '  crème brûlée: { focus: [50, 50], alt: Een schaaltje. }\n  champagne:\n',
      field: 'photos.crème brûlée',
      says: ['letters zonder accent', 'creme-brulee:'],
    },
  ];

  it.each(mistakes)('$mistake', async ({ file, from, to, field, line, says }) => {
    await content.edit(file, from, to);
    const error = await content.loadProblems();
    expect(error.message).toContain(`content/${file}, regel `);
    for (const words of says) expect(error.message).toContain(words);
    const problem = error.problems.find((one) => field === undefined || pathOf(one) === field);
    expect(problem, `no problem at ${field}:\n${error.message}`).toMatchObject({ file });
    if (line !== undefined) expect(problem?.line).toBe(line);
  });

  const pathOf = ({ field }: { field?: (string | number)[] }) => field?.join('.');
});
