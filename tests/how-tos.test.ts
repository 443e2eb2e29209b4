import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentReleaseId } from '../publish/releases/releases.ts';
import { WORK_FOLDER } from '../runtime/durable-files.ts';

/* Does each how-to of CONTRIBUTING, one after the other, on a copy of this checkout. */

const ROOT = resolve(import.meta.dirname, '..');
const DESCRIPTION = /^description: .+(?:\n {2}.+)*$/m;
const NOT_COPIED = /^(?:node_modules|\.git|\.cache|data|dist|test-results)$/;

/**
 * The files of a small kind of section, and the lines to add in each place that
 * `sections/README.md` names.
 */
const KIND_FILES = {
  'schema.ts': `import { heading, paragraphs } from '../../schema/content-values.ts';
import { sectionSchema } from '../section.ts';

export const tipSchema = sectionSchema('tip', {
  title: 'Tip',
  help: 'Een raad van de kok',
  fields: { heading, paragraphs },
});
`,
  'Tip.tsx': `import { Paragraphs } from '../../rich-text/RichText.tsx';
import type { SectionProps } from '../section.ts';
import type { tipSchema } from './schema.ts';
import styles from './Tip.module.css';

export default function Tip({ section, position }: SectionProps<typeof tipSchema>) {
  return (
    <section className={styles.tip} {...position.attributes}>
      <position.Heading id={position.headingId}>{section.heading}</position.Heading>
      <Paragraphs texts={section.paragraphs} />
    </section>
  );
}
`,
  'Tip.module.css': `@layer sections {
  .tip {
    padding: var(--section) var(--gutter);
  }
}
`,
};

let folder: string | undefined;
let copy = '';
let guide = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'test-'));
  copy = join(folder, 'copy');
  await copyCheckout();
  guide = await read('CONTRIBUTING.md');
});
afterAll(async () => {
  if (folder) await rm(folder, { recursive: true });
});

test('a text that is changed as its how-to says is on its page', async () => {
  const text = 'Koken voor elk feest, in een nieuwe zin.';
  const home = await read('content/pages/home.yaml');
  await write('content/pages/home.yaml', home.replace(DESCRIPTION, `description: ${text}`));
  expect(await published('home')).toContain(text);
});

test('a field that is added as its how-to says is on the form', async () => {
  const [, entry = ''] = /```ts\n([^`]+)```/.exec(howTo('A field of the form')) ?? [];
  const [, label = 'no label'] = /label: '([^']+)'/.exec(entry) ?? [];
  expect(await published('info')).not.toContain(label);
  await insert(
    'enquiry/fields.ts',
    "  {\n    name: 'message',",
    `${entry.trim().replace(/^/gm, '  ')}\n`,
  );
  expect(await published('info')).toContain(label);
});

test('a kind of section and a page that are added as their how-tos say are shown, the page also in the menu', async () => {
  for (const [name, text] of Object.entries(KIND_FILES)) {
    await mkdir(join(copy, 'site/sections/tip'), { recursive: true });
    await write(`site/sections/tip/${name}`, text);
  }
  const index = 'site/sections/section-kinds.ts';
  await insert(index, '\n/**\n * All kinds', "import { tipSchema } from './tip/schema.ts';\n");
  await insert(index, "  'enquiry-form': kind(", '  tip: kind(tipSchema),\n');
  const components = 'site/sections/components.ts';
  await insert(components, '\ntype Kinds', "import Tip from './tip/Tip.tsx';\n");
  await insert(components, "  'enquiry-form': EnquiryFormSection", '  tip: Tip,\n');
  await insert('content/README.md', '| `text` |', '| `tip` | een raad van de kok |\n');
  await insert(
    'desk/app/drawings/sections.svg',
    '  <symbol id="text"',
    '  <symbol id="tip" viewBox="0 0 64 40"><rect width="64" height="40"/></symbol>\n',
  );
  const page = await read('content/pages/feesten.yaml');
  await write(
    'content/pages/proef.yaml',
    page
      .replace(/^path: .+$/m, 'path: /proef')
      .replace(/^redirects: .+\n/m, '')
      .replace(/^navigation: .+$/m, 'navigation: { label: Proef, place: 9 }')
      .replace(/^title: .+$/m, 'title: Proef')
      .replace(DESCRIPTION, 'description: Een pagina om te proeven.')
      .concat('  - { kind: tip, heading: Een raad, paragraphs: [ Proef altijd eerst. ] }\n'),
  );
  expect(await published('proef')).toContain('Proef altijd eerst.');
  expect(await published('home')).toContain('href="/proef"');
});

test('a setting that is added as its how-to says stops the server when it is wrong, and is named', async () => {
  await insert(
    'runtime/settings.ts',
    '  DESK_HOST: ',
    "  GREETING: text('', (value) => value !== 'boo', 'a friendly word, or empty'),\n",
  );
  await insert('.env.example', '# Host name of the desk.', '# A friendly word.\n#GREETING=\n\n');
  const start = node(['server/main.ts'], { GREETING: 'boo' });
  await expect(start).rejects.toThrow(/GREETING.*a friendly word/);
});

test('all how-tos pass the checks, and the tests that look at what one adds to', async () => {
  await run('typescript/bin/tsc', '--incremental', 'false');
  await run('typescript/bin/tsc', '-p', 'tsconfig.site.json');
  await run('typescript/bin/tsc', '-p', 'tsconfig.server.json');
  await run('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.');
  await write(
    'how-to.config.mjs',
    "export default { test: { include: ['**/*.test.ts'], isolate: false, env: { NODE_ENV: 'production' }, testTimeout: 300000 } };\n",
  );
  const affected = [
    ...['enquiry/enquiry', 'runtime/settings', 'server/outbox/compose-mail'],
    ...['desk/app/pages/sections', 'tests/specification', 'tests/docs'],
  ].map((name) => `${name}.test.ts`);
  await run('vitest/vitest.mjs', 'run', '--config', 'how-to.config.mjs', ...affected);
}, 900_000);

/** The text of a how-to. */
function howTo(name: string): string {
  const [, text = ''] = guide.split(`**${name}.**`);
  return text.split('\n**')[0] ?? '';
}

const read = (file: string) => readFile(join(copy, file), 'utf8');
const write = (file: string, text: string) => writeFile(join(copy, file), text);

/** Inserts text before `before`, which must occur exactly once in the file. */
async function insert(file: string, before: string, text: string): Promise<void> {
  const content = await read(file);
  expect(content.split(before).length - 1, `${before} in ${file}`).toBe(1);
  await write(
    file,
    content.replace(before, () => text + before),
  );
}

/**
 * Publishes the copy as it is now.
 *
 * @returns a page of it
 */
async function published(name: string): Promise<string> {
  await node(['publish/publish.ts', '--if-changed', '--content', 'content', '--site', 'dist']);
  const id = await currentReleaseId(join(copy, 'dist'));
  return read(join('dist/releases', id ?? '', 'public', `${name}.html`));
}

/**
 * Copies all files that git does not ignore, with the packages and scaled photos of this checkout.
 */
async function copyCheckout(): Promise<void> {
  await mkdir(join(copy, '.cache'), { recursive: true });
  for (const name of await readdir(ROOT)) {
    if (!NOT_COPIED.test(name)) await cp(join(ROOT, name), join(copy, name), { recursive: true });
  }
  for (const name of ['photos', 'compressed']) {
    await cp(join(ROOT, '.cache', name), join(copy, '.cache', name), {
      recursive: true,
      // Another test may rename such a folder during the copy.
      filter: (path) => !basename(path).startsWith(WORK_FOLDER),
    });
  }
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
}

/** @param program the path below `node_modules/` */
const run = (program: string, ...args: string[]) => node([join('node_modules', program), ...args]);

/** Runs Node in the copy. Rejects with what was printed. */
async function node(args: string[], settings: Record<string, string> = {}): Promise<void> {
  const { VITEST: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, ...env } = process.env;
  const running = promisify(execFile)(process.execPath, args, {
    cwd: copy,
    env: { ...env, ...settings },
    timeout: 600_000,
  });
  await running.catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
    throw new Error(`node ${args.join(' ')}:\n${stdout}\n${stderr}`);
  });
}
