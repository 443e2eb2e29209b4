import { randomUUID } from 'node:crypto';
import { mkdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { exists } from '../../../publish/folders.ts';
import type { Target } from '../../api.ts';
import type { DeskFolders } from '../folders.ts';
import { RefusalError } from '../refusal.ts';
import { type RunError, run, runThrough } from './run.ts';
import type { SiteOnline, Step } from './site-online.ts';

export type GitTarget = Extract<Target, { way: 'git' }>;

const MAX_RELEASES = 100;

/** A host builds the site whenever a branch is pushed: a release is a commit that changed `content/`. */
export function openByGit(folders: DeskFolders, { remote, branch }: GitTarget): SiteOnline {
  const root = dirname(folders.contentDir);
  const folder = basename(folders.contentDir);
  const git = (...args: string[]) =>
    run('git', args, { cwd: root, env: { GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' } });

  /** What stands at the host now; undefined for a branch that is not there yet. */
  async function fetchHead(): Promise<string | undefined> {
    const said = await git('ls-remote', remote, `refs/heads/${branch}`);
    const [head] = said.split(/\s/);
    if (!head) return undefined;
    await git('fetch', '--quiet', remote, branch);
    return head;
  }

  const isHere = (commit: string) =>
    git('merge-base', '--is-ancestor', commit, 'HEAD').then(
      () => true,
      () => false,
    );

  /** @returns whether there was anything to commit */
  async function commit(message: string): Promise<boolean> {
    await git('add', '--all', '--', folder);
    if ((await git('status', '--porcelain', '--', folder)) === '') return false;
    const hasName = await git('config', 'user.email').catch(() => '');
    const own = ['-c', 'user.name=De werktafel', '-c', 'user.email=werktafel@localhost'];
    await git(...(hasName ? [] : own), 'commit', '--quiet', '-m', message, '--', folder);
    return true;
  }

  async function push(step: Step): Promise<string> {
    step('Versturen');
    await git('push', '--quiet', remote, `HEAD:refs/heads/${branch}`);
    return (await git('rev-parse', 'HEAD')).trim();
  }

  return {
    current: fetchHead,
    async releases() {
      const head = await fetchHead();
      if (!head) return [];
      const log = await git('log', `-${MAX_RELEASES}`, '--format=%H %cI', head, '--', folder);
      return log
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line, i) => {
          const [id = '', at = ''] = line.split(' ');
          return { id, at, isOnline: i === 0, isQuick: false };
        });
    },
    async contentOf(id) {
      const dir = join(folders.deskDir, 'online', 'git', id);
      if (!(await exists(dir))) {
        const work = join(folders.deskDir, 'online', `work-${randomUUID()}`);
        await mkdir(work, { recursive: true });
        await mkdir(dirname(dir), { recursive: true });
        const archive = ['-C', root, 'archive', '--format=tar', id, '--', folder];
        await runThrough(['git', archive], ['tar', ['-xf', '-', '-C', work]]);
        await rename(work, dir);
      }
      return join(dir, folder);
    },
    async isKnown() {
      const head = await fetchHead();
      return head === undefined || isHere(head);
    },
    async publish(step, summary) {
      step('Vastleggen wat er veranderd is');
      await commit(summary);
      const head = await fetchHead();
      if (head && !(await isHere(head))) {
        step('Samenvoegen met wat er online staat');
        await git('rebase', '--quiet', '--autostash', head).catch(async (error: RunError) => {
          await git('rebase', '--abort').catch(() => {});
          throw new RefusalError(
            409,
            `Iemand anders veranderde dezelfde regels, en dat laat zich niet samenvoegen (${error.message}).`,
          );
        });
      }
      return push(step);
    },
    async restore(id, step) {
      const at = (
        await git('show', '--no-patch', '--format=%cd', '--date=format:%d/%m/%Y %H:%M', id)
      ).trim();
      // What was not online yet stays in the history.
      await commit('Bewaard voor het terugzetten');
      await git('restore', `--source=${id}`, '--staged', '--worktree', '--', folder);
      await commit(`Zet terug naar ${at}`);
      return push(step);
    },
    async attempt() {
      await git('rev-parse', '--git-dir');
      await fetchHead();
    },
  };
}
