import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles } from '../../../publish/content/content-folder.ts';
import { exists } from '../../../publish/folders.ts';
import { newReleaseId, releaseDir } from '../../../publish/releases.ts';
import type { Target } from '../../api.ts';
import type { DeskFolders } from '../folders.ts';
import type { Publish } from '../publish-site.ts';
import { hashOfFile } from '../saver/replace-files.ts';
import { run, runThrough } from './run.ts';
import { isReleaseId, type SiteOnline, type Step, timeOf } from './site-online.ts';

export type SshTarget = Extract<Target, { way: 'ssh' }>;

/** As the server's releases (`publish/releases.ts`). */
const KEEP_PUBLIC_MS = 30 * 24 * 3_600_000;
const ANSWER_WITHIN_MS = 60_000;

/** Calls the system's `ssh`: its keys, its list of known machines, and never a question. */
export function sshCommand(
  { login, port, keyFile }: SshTarget,
  script: string,
): [string, string[]] {
  return [
    'ssh',
    [
      ...[
        '-o',
        'BatchMode=yes',
        '-o',
        'ConnectTimeout=15',
        '-o',
        'StrictHostKeyChecking=accept-new',
      ],
      ...(port ? ['-p', String(port)] : []),
      ...(keyFile ? ['-i', keyFile] : []),
      ...['--', login, script],
    ],
  ];
}

/** A word of a shell's script, whatever is in it. */
export const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/**
 * The server runs elsewhere. A release is built here, goes over as a stream of `tar`, and is switched
 * to when it is whole; files that the release online has already are not sent again.
 */
export function openOverSsh(folders: DeskFolders, target: SshTarget, publish: Publish): SiteOnline {
  const { contentDir, deskDir, cacheDir } = folders;
  const ownDir = join(deskDir, 'online');
  const distDir = join(ownDir, 'dist');
  const inFolder = `set -e; cd ${quoted(target.folder)}`;
  const remote = (script: string) => {
    const [ssh, args] = sshCommand(target, script);
    return run(ssh, args, { withinMs: ANSWER_WITHIN_MS });
  };

  async function look(): Promise<{
    current: string | undefined;
    ids: string[];
    quick: Set<string>;
  }> {
    const said = await remote(
      `mkdir -p ${quoted(`${target.folder}/releases`)}; ${inFolder}; echo "current $(cat current 2>/dev/null)"; cd releases; for id in *; do if [ -d "$id/public" ]; then echo "quick $id"; else echo "kept $id"; fi; done`,
    );
    const lines = said.split('\n').map((line) => line.trim().split(' '));
    const named = (word: string) =>
      lines.flatMap(([kind, id = '']) => (kind === word && isReleaseId(id) ? [id] : []));
    const quick = new Set(named('quick'));
    return {
      current: named('current')[0],
      ids: [...quick, ...named('kept')].sort().reverse(),
      quick,
    };
  }

  const switchRemotely = (id: string) =>
    `printf '%s\\n' ${quoted(id)} > current.next; sync; mv current.next current`;

  async function contentOf(id: string): Promise<string> {
    const local = join(releaseDir(distDir, id), 'content');
    if (await exists(local)) return local;
    const fetched = join(ownDir, 'fetched', id);
    if (await exists(fetched)) return join(fetched, 'content');
    const work = join(ownDir, `work-${randomUUID()}`);
    await mkdir(work, { recursive: true });
    const script = `${inFolder}; tar -cf - -C releases/${quoted(id)} content`;
    await runThrough(sshCommand(target, script), ['tar', ['-xf', '-', '-C', work]]);
    await mkdir(join(ownDir, 'fetched'), { recursive: true });
    await rename(work, fetched);
    return join(fetched, 'content');
  }

  async function send(id: string, step: Step): Promise<void> {
    const { current, ids, quick } = await look();
    if (quick.has(id)) {
      await remote(`${inFolder}; ${switchRemotely(id)}`);
      return;
    }
    step('Kijken wat de server al heeft');
    const there = current ? await hashesOf(current) : new Map<string, string>();
    const dir = releaseDir(distDir, id);
    const linked: string[] = [];
    const sent: string[] = [];
    for (const file of await listFiles(dir)) {
      const isThere = there.has(file) && there.get(file) === (await hashOfFile(join(dir, file)));
      (isThere ? linked : sent).push(file);
    }
    const lists = join(ownDir, 'lists');
    await mkdir(lists, { recursive: true });
    await writeFile(join(lists, 'linked'), linked.map((file) => `${file}\n`).join(''));
    await writeFile(join(lists, 'sent'), sent.map((file) => `${file}\n`).join(''));
    step(`${sent.length} bestanden versturen (${linked.length} staan er al)`);
    const incoming = `incoming-${id}`;
    const receive = [
      inFolder,
      `rm -rf ${incoming}; mkdir ${incoming}; tar -xf - -C ${incoming}`,
      `cd ${incoming}; while IFS= read -r file; do mkdir -p "$(dirname "$file")"; ln "../releases/${current}/$file" "$file" 2>/dev/null || cp "../releases/${current}/$file" "$file"; done < linked; rm linked; cd ..`,
      `sync; mv ${incoming} releases/${id}`,
      switchRemotely(id),
      ...expired(ids, current).map((old) => `rm -rf releases/${old}/public`),
    ].join('; ');
    const pack = ['-cf', '-', '-C', lists, 'linked', '-C', dir, '-T', join(lists, 'sent')];
    await runThrough(['tar', pack], sshCommand(target, receive));
  }

  /** Of the files of a release on the server, by path; none where the server cannot tell. */
  async function hashesOf(id: string): Promise<Map<string, string>> {
    const said = await remote(
      `${inFolder}; cd releases/${id}; find public content -type f -exec sha256sum {} + 2>/dev/null || true`,
    );
    const lines = said.matchAll(/^([0-9a-f]{64}) [ *](.+)$/gm);
    return new Map([...lines].map(([, hash = '', file = '']) => [file, hash]));
  }

  const build = (dir: string, step: Step) =>
    publish({ contentDir: dir, distDir, cacheDir, onlyIfChanged: true }, step);

  return {
    contentOf,
    current: async () => (await look()).current,
    async releases() {
      const { current, ids, quick } = await look();
      return ids.map((id) => ({
        id,
        at: timeOf(id),
        isOnline: id === current,
        isQuick: quick.has(id),
      }));
    },
    async isKnown(known) {
      const { current } = await look();
      return current === undefined || current === known;
    },
    async publish(step) {
      const id = await build(contentDir, step);
      await send(id, step);
      return id;
    },
    async restore(id, step) {
      const { quick } = await look();
      if (quick.has(id)) {
        step('Overschakelen');
        await remote(`${inFolder}; ${switchRemotely(id)}`);
        return id;
      }
      const rebuilt = await build(await contentOf(id), step);
      await send(rebuilt, step);
      return rebuilt;
    },
    async attempt() {
      await look();
      await rm(join(ownDir, 'fetched'), { recursive: true, force: true });
    },
  };
}

/** Releases that were replaced over 30 days ago: their public files go, their content stays. */
function expired(ids: string[], current: string | undefined): string[] {
  const oldest = newReleaseId(new Date(Date.now() - KEEP_PUBLIC_MS), '');
  return ids.filter((id, i) => {
    const replacedBy = ids[i - 1];
    return id !== current && replacedBy !== undefined && replacedBy < oldest;
  });
}
