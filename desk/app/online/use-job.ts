import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Job } from '../../api.ts';
import { call } from '../call.ts';
import { queryClient, refresh, useDesk } from '../Desk.tsx';

const POLL_MS = 400;

const STEPS: Record<NonNullable<Job['progress']>['step'], string> = {
  content: 'Teksten nakijken',
  bundle: 'Onderdelen klaarzetten',
  photos: 'Foto’s maken',
  pages: 'Pagina’s maken',
  compress: 'Inpakken',
  switch: 'Wisselen',
  serve: 'Wachten tot je site het toont',
};

const DONE: Record<Job['kind'], string> = {
  publish: 'Je site staat online.',
  restore: 'Je site is terug zoals toen. Wat er net stond, is bewaard bij Vroeger.',
  purge: 'Voorgoed gewist.',
};

/** What the server is working on. An app that opens meanwhile takes it up. */
export function useJob(): Job | undefined {
  const { data } = useQuery({
    queryKey: ['job'],
    queryFn: () => call('GET /api/job'),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
  });
  return data?.state === 'running' ? data : undefined;
}

/** Tells how work ended that this window has seen running. */
export function useJobEnd(): void {
  const { tell, store } = useDesk();
  const { data } = useQuery({ queryKey: ['job'], queryFn: () => call('GET /api/job') });
  const [running, setRunning] = useState<string>();
  const end = useEffectEvent(async ({ kind, state, message }: Job) => {
    setRunning(undefined);
    if (state === 'done') tell({ kind: 'done', text: DONE[kind] });
    else tell({ kind: 'wrong', text: message ?? 'Het is niet gelukt.' });
    await store.reload();
    await refresh('changes', 'versions', 'state', 'photos', 'files', 'bin');
  });
  useEffect(() => {
    if (data?.state === 'running') setRunning(data.id);
    else if (data && data.id === running) void end(data);
  }, [data, running]);
}

export const showJob = (job: Job) => queryClient.setQueryData(['job'], job);

/** 'Foto’s maken: 3 van 30' */
export function describeJob({ progress }: Job): string {
  if (!progress) return 'We beginnen eraan';
  const { step, n, of } = { n: undefined, of: undefined, ...progress };
  return n !== undefined && of !== undefined ? `${STEPS[step]}: ${n} van ${of}` : STEPS[step];
}
