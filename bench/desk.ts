/**
 * `npm run bench:desk`: what working at the desk costs, with the real desk over a copy of
 * `content/`: seconds until it is ready, milliseconds a key, photos as large as they may be, each
 * change an owner comes for (steps and seconds), and the way from the sample to a house of one's own
 * with a third caterer's facts. A step is a click, a field filled in, a key, or a file dropped.
 *
 * Seconds are a program's, which reads nothing and never hesitates. The latest figures stand in
 * `bench/desk.md`; `--only changes` measures one part of it anew.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { CHROMIUM_FLAGS, findChromium } from '../scripts/chromium.mjs';
import { openMailbox } from '../tests/mailbox.ts';

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
const KEYS = 60;
/** The desk over a copy of the site's own content. */
interface Desk {
  page: Page;
  root: string;
  /** From its command to a page that can be worked on. */
  readyMs: number;
  close: () => Promise<void>;
}

async function openDesk(browser: Browser): Promise<Desk> {
  const root = await mkdtemp(join(tmpdir(), 'desk-'));
  await cp('content', join(root, 'content'), { recursive: true });
  const since = performance.now();
  const args = ['desk/server/start.js', '--root', root, '--no-browser'];
  const desk = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  let address: string | undefined;
  for await (const chunk of desk.stdout.iterator({ destroyOnReturn: false })) {
    said += chunk;
    address = /(http:\/\/127\.0\.0\.1:\S+)/.exec(said)?.[1];
    if (address) break;
  }
  desk.stdout.resume();
  const context = await browser.newContext({
    locale: 'nl-BE',
    viewport: { width: 1280, height: 720 },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto(address ?? '');
  await page.getByText('Alles is bewaard').waitFor();
  return {
    page,
    root,
    readyMs: performance.now() - since,
    async close() {
      await context.close();
      desk.kill();
      await once(desk, 'exit');
      await rm(root, { recursive: true, force: true });
    },
  };
}

async function withDesk<Result>(browser: Browser, work: (desk: Desk) => Promise<Result>) {
  const desk = await openDesk(browser);
  return work(desk).finally(desk.close);
}

async function measureReady(browser: Browser): Promise<string> {
  const first = await withDesk(browser, async ({ readyMs }) => readyMs);
  const times = [first, await withDesk(browser, async ({ readyMs }) => readyMs)];
  return `${(Math.min(...times) / 1000).toFixed(1)} s from the command to a page that can be worked on, the app bundled before (goal: 3 s).`;
}

/** From a key to the frame in which its letter stands. */
async function measureKeys(browser: Browser): Promise<string> {
  return withDesk(browser, async ({ page }) => {
    const rows: string[] = [];
    for (const [what, place, title] of [
      ['a heading in place', 'paginas/feesten', 'Kop'],
      ['running text in place', 'paginas/feesten', 'Alinea'],
    ] as const) {
      await goTo(page, place);
      const text = page.frameLocator('iframe').getByTitle(title).first();
      await text.click();
      await text.evaluate(() => {
        const times: number[] = [];
        Object.assign(window, { times });
        document.addEventListener(
          'keydown',
          ({ timeStamp }) =>
            requestAnimationFrame(() =>
              setTimeout(() => times.push(performance.now() - timeStamp)),
            ),
          true,
        );
      });
      for (let i = 0; i < KEYS; i++) {
        await page.keyboard.press('a', { delay: 20 });
        // Twelve keys a second: as fast as anybody types.
        await page.waitForTimeout(60);
      }
      const times = await text.evaluate(() => (window as unknown as { times: number[] }).times);
      times.sort((a, b) => a - b);
      const at = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(0);
      rows.push(`| ${what} | ${at(0.5)} | ${at(0.95)} |`);
    }
    return `Milliseconds from a key to its letter on the screen, of ${KEYS} keys (goal: 50).\n\n| typed | median | 95 of 100 |\n|---|--:|--:|\n${rows.join('\n')}`;
  });
}

/** 50 megapixels, the most that is taken. */
async function measurePhotos(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'desk-'));
  try {
    const jpeg = join(dir, 'a.jpg');
    await sharp({
      create: {
        width: 8640,
        height: 5780,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 12 },
      },
    })
      .jpeg({ quality: 90 })
      .toFile(jpeg);
    const heic = join(dir, 'a.heic');
    const encoder = spawn('heif-enc', ['-q', '60', '-p', 'preset=ultrafast', jpeg, '-o', heic], {
      stdio: 'ignore',
    });
    const isMade = await once(encoder, 'exit').then(
      ([code]) => code === 0,
      () => false,
    );
    const rows = [`| JPEG | ${await decode(jpeg)} |`];
    rows.push(isMade ? `| HEIC | ${await decode(heic)} |` : '| HEIC | no `heif-enc` here | |');
    return `The process that decodes it, alone.\n\n| file | seconds | MiB at most |\n|---|--:|--:|\n${rows.join('\n')}`;
  } finally {
    await rm(dir, { recursive: true });
  }

  async function decode(file: string): Promise<string> {
    const since = performance.now();
    const script = 'desk/server/uploads/decode-photo.ts';
    const child = spawn(process.execPath, [script, file, `${file}.jpg`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let most = 0;
    const look = setInterval(async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
      most = Math.max(most, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
    }, 20);
    let said = '';
    for await (const chunk of child.stdout) said += chunk;
    clearInterval(look);
    if (said !== 'ok') throw new Error(`The photo was refused: ${said}`);
    const seconds = ((performance.now() - since) / 1000).toFixed(1);
    return `${seconds} | ${Math.round(most / 1024)}`;
  }
}

/** Counts what an owner does. */
class Owner {
  steps = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get edited() {
    return this.page.frameLocator('iframe');
  }

  async click(what: Locator | string) {
    this.steps++;
    await (typeof what === 'string' ? this.button(what) : what).click();
  }

  async fill(what: Locator | string, text: string) {
    this.steps++;
    await (typeof what === 'string' ? this.field(what) : what).fill(text);
  }

  async press(key: string) {
    this.steps++;
    await this.page.keyboard.press(key);
  }

  async drop(label: string | RegExp, name: string, buffer: Buffer) {
    this.steps++;
    const field = this.page.getByLabel(label);
    await field.setInputFiles([{ name, mimeType: 'application/octet-stream', buffer }]);
  }

  /** A place in the navigation, by one click. */
  async open(name: string) {
    await this.click(
      this.page.getByRole('navigation', { name: 'Onderdelen' }).getByRole('link', { name }),
    );
  }

  async openPage(title: string) {
    await this.open('Pagina’s');
    await this.click(this.page.getByRole('main').getByRole('link', { name: title }).first());
  }

  async save() {
    await this.click('Bewaar');
    await this.page.getByText('Alles is bewaard').waitFor();
  }

  async putOnline() {
    await this.click('Zet online');
    const progress = this.page.locator('.progress');
    await progress.waitFor();
    await progress.waitFor({ state: 'detached' });
    await this.says('Je site staat online.');
  }

  button = (name: string) => this.page.getByRole('button', { name, exact: true }).first();
  field = (name: string) =>
    this.page.getByLabel(new RegExp(`^${RegExp.escape(name)}( \\(mag leeg\\))?$`)).first();
  says = (words: string | RegExp) => this.page.getByText(words).first().waitFor();
}

async function goTo(page: Page, place: string): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, `#/${place}`);
}

const photo = (color: string) =>
  sharp({ create: { width: 1600, height: 1067, channels: 3, background: color } })
    .jpeg()
    .toBuffer();
const pdf = (words: string) => Buffer.from(`%PDF-1.7 ${words}`);
const drawing = (path: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 52"><path d="${path}"/></svg>`,
  );

const HEIC = 'desk/server/uploads/fixtures/turned.heic';

/** What owners come for, in the order of how often. */
const CHANGES: Record<string, (owner: Owner) => Promise<void>> = {
  async 'a sentence on the home page'(owner) {
    await owner.openPage('Home');
    await owner.click(owner.edited.getByTitle('Alinea').first());
    await owner.press('End');
    await owner.press('!');
    await owner.save();
  },
  async 'the telephone number'(owner) {
    await owner.open('Gegevens');
    await owner.fill('Telefoon', '09 000 00 01');
    await owner.save();
  },
  async 'a price'(owner) {
    await owner.openPage('Feesten');
    await owner.click(owner.edited.getByRole('heading', { name: 'Recepties' }));
    await owner.click('+ Prijs');
    await owner.fill(owner.page.getByLabel('Bedrag').last(), '28');
    await owner.save();
  },
  async 'a dish on the card'(owner) {
    await owner.openPage('Home');
    await owner.click(owner.edited.getByRole('heading', { name: 'Wat mag het zijn?' }));
    await owner.click('+ Lijn');
    await owner.fill(owner.page.getByLabel('Naam', { exact: true }).last(), 'Kaasplank');
    await owner.save();
  },
  async 'the photo at the top, from a phone (HEIC)'(owner) {
    await owner.open('Foto’s');
    await owner.click(owner.page.locator('[href="#/fotos/klaprozen"]'));
    await owner.drop('Sleep ze hierheen, of kies ze', 'IMG_2.HEIC', await readFile(HEIC));
    await owner.says('staat nu de nieuwe foto');
    await owner.fill('Wat staat erop?', 'Een gedekte tafel in de tuin.');
    await owner.save();
  },
  async 'a photo from a phone (HEIC), with its focus'(owner) {
    await owner.open('Foto’s');
    await owner.drop(/Sleep hier foto/, 'IMG_1.HEIC', await readFile(HEIC));
    await owner.fill('Naam', 'Zomertafel');
    await owner.fill('Wat staat erop?', 'Een gedekte tafel in de tuin.');
    await owner.click('Zet bij mijn foto’s');
    await owner.click(owner.page.getByRole('link', { name: /zomertafel/ }));
    await owner.click(owner.page.locator('.focus-photo'));
    await owner.save();
  },
  async 'a new section'(owner) {
    await owner.openPage('Feesten');
    await owner.click('+ Deel toevoegen');
    await owner.click(owner.page.getByRole('button', { name: /^Menukaart/ }));
    await owner.fill('Kop', 'Zomerkaart');
    await owner.save();
  },
  async 'a new page'(owner) {
    await owner.open('Pagina’s');
    await owner.click('Nieuwe pagina');
    await owner.fill('Hoe heet de pagina?', 'Kerst');
    await owner.click('Maak de pagina');
    await owner.save();
  },
  async 'a page out of the navigation'(owner) {
    await owner.open('Pagina’s');
    await owner.click(owner.page.getByLabel('Meer met Schoolcatering'));
    await owner.click('Uit het menu halen');
    await owner.save();
  },
  async 'closed in August'(owner) {
    await owner.open('Mededeling');
    await owner.click('Schrijf een mededeling');
    await owner.fill('Mededeling', 'In augustus zijn we gesloten.');
    await owner.fill('Vanaf', '2027-08-01');
    await owner.fill('Tot en met', '2027-08-31');
    await owner.save();
  },
  async 'the school’s menu of this month (PDF)'(owner) {
    await owner.open('Bestanden');
    await owner.drop('Sleep hier een bestand in, of kies het', 'maandmenu.pdf', pdf('mei'));
    await owner.says('maandmenu.pdf staat erbij');
    await owner.drop('Vervang maandmenu.pdf', 'juni.pdf', pdf('juni'));
    await owner.says('elke link blijft kloppen');
  },
  async 'the words of the confirmation mail'(owner) {
    await owner.open('Mails');
    await owner.fill(owner.page.locator('main textarea, main input').nth(1), 'Dag, en dankjewel!');
    await owner.save();
  },
  async 'put online'(owner) {
    await owner.click(owner.page.getByRole('link', { name: 'Zet online' }));
    await owner.click('Probeer en bewaar');
    await owner.putOnline();
  },
  async 'what changed, and put online again'(owner) {
    await owner.open('Gegevens');
    await owner.fill('Telefoon', '09 000 00 02');
    await owner.click(owner.page.getByRole('link', { name: 'Zet online' }));
    await owner.putOnline();
  },
  async 'taken back'(owner) {
    await owner.open('Online');
    await owner.click(owner.page.getByRole('button', { name: /^Zet terug/ }).first());
    await owner.says(/staat weer online/);
  },
};

async function measureChanges(browser: Browser): Promise<string> {
  return withDesk(browser, async ({ page }) => {
    const rows: string[] = [];
    for (const [name, change] of Object.entries(CHANGES)) {
      await goTo(page, 'begin');
      const owner = new Owner(page);
      const since = performance.now();
      await change(owner);
      const seconds = (performance.now() - since) / 1000;
      rows.push(`| ${name} | ${owner.steps} | ${seconds.toFixed(1)} |`);
      console.error(rows.at(-1));
    }
    return `From any screen until it is on disk, or online.\n\n| change | steps | seconds |\n|---|--:|--:|\n${rows.join('\n')}`;
  });
}

/** A caterer who is neither the sample nor the tests'. */
const HOUSE = {
  Naam: 'Kookhuis De Linde',
  'Korte naam': 'kookhuis-de-linde',
  Telefoon: '09 233 44 55',
  'E-mail': 'dag@kookhuisdelinde.be',
  'Btw-nummer': 'BE 0403.170.701',
  Rechtbank: 'RPR Gent, afdeling Gent',
};

/** From the sample to a house of one's own, along the checklist. */
async function measureHouse(browser: Browser): Promise<string> {
  return withDesk(browser, async ({ page, root }) => {
    const owner = new Owner(page);
    const rows: string[] = [];
    let [steps, since] = [0, performance.now()];
    const done = (what: string) => {
      rows.push(
        `| ${what} | ${owner.steps - steps} | ${((performance.now() - since) / 1000).toFixed(1)} |`,
      );
      console.error(rows.at(-1));
      [steps, since] = [owner.steps, performance.now()];
    };

    await owner.open('Gegevens');
    for (const [label, text] of Object.entries(HOUSE)) await owner.fill(label, text);
    await owner.fill('Straat en nummer', 'Lindenlei 12');
    await owner.fill('Postcode', '9000');
    await owner.fill('Gemeente', 'Gent');
    await owner.click(page.getByRole('button', { name: 'Adres 2 wissen' }));
    await owner.fill('Streek 1', 'Gent');
    await owner.fill('Streek 2', 'Deinze');
    await owner.save();
    done('facts');

    await owner.open('Logo en kleuren');
    for (const [label, path] of [
      ['Groot logo vervangen', 'M0 0h360v52z'],
      ['Klein logo vervangen', 'M0 0h300v52z'],
      ['Beeldmerk vervangen', 'M0 0h52v52z'],
    ] as const) {
      await owner.drop(label, 'logo.svg', drawing(path));
      await owner.says('Het logo staat er');
      await owner.click('Melding sluiten');
    }
    await owner.fill('Accent', '#7a1f3d');
    await owner.save();
    done('logo and colours');

    await owner.open('Foto’s');
    const names = (await readdir(join(root, 'content/photos'))).filter((name) =>
      /\.jpg$/.test(name),
    );
    for (const [i, file] of names.entries()) {
      const name = file.replace('.jpg', '');
      await owner.click(page.getByRole('link', { name: new RegExp(`\\b${name}\\b`) }).first());
      const color = `hsl(${i * 17} 40% 45%)`;
      await owner.drop('Sleep ze hierheen, of kies ze', 'eigen.jpg', await photo(color));
      await owner.says('staat nu de nieuwe foto');
      await owner.fill('Wat staat erop?', `Onze tafel, gedekt voor feest ${i + 1}.`);
      await owner.click(page.getByRole('link', { name: 'Alle foto’s' }));
    }
    await owner.save();
    done(`${names.length} photos replaced and described`);

    const mailbox = await openMailbox();
    await owner.open('Aan de slag');
    await owner.click(page.getByText('Waarmee de site mails verstuurt'));
    await owner.fill('Mailserver', '127.0.0.1');
    await owner.fill('Poort', new URL(mailbox.url).port);
    await owner.fill('Gebruiker', '');
    await owner.click('Stuur een proefmail');
    await owner.says(/Er is een mail vertrokken/);
    await owner.click('Bewaar de mailserver');
    await owner.says(/Bewaard in/);
    await mailbox.close();
    done('mail server, tried');

    await owner.click(page.getByLabel(/geen voorbeeldgegevens meer/));
    await owner.says(/na te kijken/);
    const OWN: [RegExp, string][] = [
      [/Atelier Voorbeeld/, 'Studio Rond'],
      [/^https:\/\/.*\.example/, 'https://www.kookhuisdelinde.be'],
      [/Maanzaad/g, 'Kookhuis De Linde'],
      [/Zaaddonk/g, 'Gent'],
      [/Bollebeek-aan-de-Molen/g, 'Deinze'],
    ];
    for (let left = 30; left > 0; left--) {
      await page.waitForTimeout(1500);
      const list = page.locator('details.state');
      if ((await list.count()) === 0) break;
      await owner.click(list.locator('summary'));
      await owner.click(list.getByRole('link').first());
      await page.waitForTimeout(500);
      const wrong = page.locator('[aria-invalid="true"]').first();
      const isForm = await wrong.evaluate((field) => 'value' in field);
      const before = isForm ? await wrong.inputValue() : await wrong.innerText();
      await owner.fill(
        wrong,
        OWN.reduce((text, [from, to]) => text.replace(from, to), before),
      );
    }
    await owner.save();
    done('what the checks still find of the sample');

    await owner.click(page.getByRole('link', { name: 'Zet online' }));
    await owner.click('Probeer en bewaar');
    await owner.putOnline();
    done('put online');
    const company = await readFile(join(root, 'content/company.yaml'), 'utf8');
    if (!company.includes('sample: false')) throw new Error('Still the sample');
    return `Along the checklist, with a third caterer’s facts, until \`sample: false\` passes and the site is online.\n\n| part | steps | seconds |\n|---|--:|--:|\n${rows.join('\n')}\n| together | ${owner.steps} | |`;
  });
}

/** By name, in the order of the file: what it is called there, and what measures it. */
const PARTS: Record<string, [title: string, (browser: Browser) => Promise<string>]> = {
  ready: ['Ready', measureReady],
  keys: ['A key', measureKeys],
  photos: ['A photo of 50 megapixels', measurePhotos],
  changes: ['The changes an owner comes for', measureChanges],
  house: ['From the sample to a house of one’s own', measureHouse],
};

const FILE = 'bench/desk.md';
const HEAD = '# What working at the desk costs\n\nPrinted by `npm run bench:desk`.';

const executablePath = await findChromium();
if (!executablePath) throw new Error('No Chromium: run npm test once, it installs one');
const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
try {
  const before = (await readFile(FILE, 'utf8')).split(/^(?=## )/m).map((part) => part.trim());
  const parts: string[] = [];
  for (const [name, [title, measure]] of Object.entries(PARTS)) {
    const old = before.find((part) => part.startsWith(`## ${title}\n`));
    if (only && only !== name) {
      if (old) parts.push(old);
      continue;
    }
    parts.push(`## ${title}\n\n${await measure(browser)}`);
    console.log(parts.at(-1));
  }
  await writeFile(FILE, `${[HEAD, ...parts].join('\n\n')}\n`);
} finally {
  await browser.close();
}
