import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from './support/temporary-folder.ts';

/**
 * Does each how-to of CONTRIBUTING on a copy of this checkout, as the text says it. The copy must
 * pass its checks and the tests that look at what a how-to adds to.
 */

const ROOT = resolve(import.meta.dirname, '..');
const NOT_COPIED = /^(?:node_modules|\.git|\.cache|data|dist|test-results)$/;

/**
 * The files of a small kind of section, and the lines to add in each place that
 * `sections/README.md` names.
 */
const KIND_FILES = {
  'schema.ts': `import { heading, paragraphs } from '../../content/content-values.ts';
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

it('each walk of CONTRIBUTING is complete as it is written', async () => {
  const copy = join(await temporaryFolder(), 'copy');
  await copyCheckout(copy);
  const read = (file: string) => readFile(join(copy, file), 'utf8');
  async function insert(file: string, before: string, text: string): Promise<void> {
    const content = await read(file);
    expect(content, file).toContain(before);
    await writeFile(
      join(copy, file),
      content.replace(before, () => text + before),
    );
  }
  const guide = await read('CONTRIBUTING.md');
  const walk = (name: string) => {
    const [, text = ''] = guide.split(`**${name}.**`);
    return text.split('\n**')[0] ?? '';
  };

  // A text.
  const home = await read('content/pages/home.yaml');
  const newText = 'Koken voor elk feest, in een nieuwe zin.';
  await writeFile(
    join(copy, 'content/pages/home.yaml'),
    home.replace(/^description: .+(?:\n {2}.+)*$/m, `description: ${newText}`),
  );

  // A field, as the example has it.
  const [, entry = ''] = /```ts\n([^`]+)```/.exec(walk('A field of the form')) ?? [];
  expect(entry).toContain("name: '");
  await insert(
    'enquiry/fields.ts',
    "  {\n    name: 'message',",
    `${entry.trim().replace(/^/gm, '  ')}\n`,
  );

  // A kind of section.
  for (const [name, text] of Object.entries(KIND_FILES)) {
    await mkdir(join(copy, 'site/sections/tip'), { recursive: true });
    await writeFile(join(copy, 'site/sections/tip', name), text);
  }
  const index = 'site/sections/index.ts';
  await insert(index, '\n/**\n * All kinds', "import { tipSchema } from './tip/schema.ts';\n");
  await insert(index, "  'enquiry-form': kind(", '  tip: kind(tipSchema),\n');
  const components = 'site/sections/components.ts';
  await insert(components, '\ntype Kinds', "import Tip from './tip/Tip.tsx';\n");
  await insert(components, "  'enquiry-form': EnquiryFormSection", '  tip: Tip,\n');
  await insert('content/README.md', '| `text` |', '| `tip` | een raad van de kok |\n');
  await insert(
    'desk/app/public/sections.svg',
    '  <symbol id="text"',
    '  <symbol id="tip" viewBox="0 0 64 40"><rect width="64" height="40"/></symbol>\n',
  );

  // A page, with that section on it.
  const page = await read('content/pages/toegankelijkheid.yaml');
  const added = `navigation: { label: Proef, place: 9 }
sections:
  - { kind: tip, heading: Raad, paragraphs: [ Proef eerst. ] }`;
  const proof = page
    .replace(/^path: .+$/m, 'path: /proef')
    .replace(/^title: .+$/m, 'title: Proef')
    .replace(/^description: .+(?:\n {2}.+)*$/m, 'description: Een pagina om te proeven.')
    .replace(/^sections:$/m, added);
  await writeFile(join(copy, 'content/pages/proef.yaml'), proof);

  // A setting.
  await insert(
    'server/settings.ts',
    '  /** Host name of the desk;',
    "  GREETING: text('', (value) => value !== 'boo', 'a friendly word, or empty'),\n",
  );
  await insert('.env.example', '# Host name of the desk.', '# A friendly word.\n#GREETING=\n\n');

  await run(copy, 'typescript/bin/tsc', '--incremental', 'false');
  await run(copy, 'typescript/bin/tsc', '-p', 'tsconfig.site.json');
  await run(copy, 'typescript/bin/tsc', '-p', 'tsconfig.server.json');
  await run(copy, '@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.');
  await writeFile(
    join(copy, 'walks.config.mjs'),
    "export default { test: { include: ['**/*.test.ts'], isolate: false, env: { NODE_ENV: 'production' }, testTimeout: 300000 } };\n",
  );
  const affected = [
    ...['enquiry/enquiry', 'server/settings', 'server/outbox/compose-mail'],
    ...['desk/app/pages/Sections', 'tests/conformance', 'tests/docs'],
  ].map((name) => `${name}.test.ts`);
  const vitest = ['vitest/vitest.mjs', 'run', '--config', 'walks.config.mjs'] as const;
  await run(copy, ...vitest, ...affected);
}, 900_000);

/** Copies everything that git would have, with the packages of this checkout. */
async function copyCheckout(copy: string): Promise<void> {
  await mkdir(join(copy, '.cache'), { recursive: true });
  for (const name of await readdir(ROOT)) {
    if (!NOT_COPIED.test(name)) await cp(join(ROOT, name), join(copy, name), { recursive: true });
  }
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
}

/** @param program the path below `node_modules/` */
async function run(cwd: string, program: string, ...args: string[]): Promise<void> {
  const { VITEST: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, ...env } = process.env;
  const script = join(cwd, 'node_modules', program);
  const running = promisify(execFile)(process.execPath, [script, ...args], { cwd, env });
  await running.catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
    expect.fail(`${dirname(program)} ${args.join(' ')}:\n${stdout}\n${stderr}`);
  });
}
