import { useQuery } from '@tanstack/react-query';
import { type DeskApi, RefusedError } from '../../shared/api.ts';
import { call, NO_CONNECTION } from './call.ts';

type QueryRoute = Extract<keyof DeskApi, `GET ${string}`>;

interface QueryOptions {
  /** Polls the server at this interval. By default it is asked again only after a failure. */
  refetchMs?: number;
  /** Whether each component that mounts asks the server again. Default: true. */
  refetchOnMount?: boolean;
}

/** The delay before a retry. A failure is usually a restart of the desk, which takes seconds. */
const RETRY_MS = 5_000;
const AGAIN = 'We proberen het opnieuw.';

function useRouteQuery<Route extends QueryRoute>(
  route: Route,
  { refetchMs, refetchOnMount = true }: QueryOptions = {},
) {
  return useQuery({
    queryKey: [route],
    queryFn: () => call(route),
    refetchOnMount,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : (refetchMs ?? false)),
  });
}

/** The server's response; undefined until there is one. After a failure the request is retried. */
export function useQueryData<Route extends QueryRoute>(
  route: Route,
  options?: QueryOptions,
): DeskApi[Route]['response'] | undefined {
  return useRouteQuery(route, options).data;
}

/** Why the server has not responded, in Dutch; undefined while the first response is on its way. */
export function useFailure(route: QueryRoute): string | undefined {
  const { data, error, fetchStatus } = useRouteQuery(route);
  if (data !== undefined) return undefined;
  // The query is paused because the browser is offline.
  if (fetchStatus === 'paused') return `${NO_CONNECTION} ${AGAIN}`;
  return error instanceof RefusedError ? `${error.message} ${AGAIN}` : error?.message;
}

export const useDownloads = () => useQueryData('GET /api/files') ?? [];
export const useServerState = () => useQueryData('GET /api/state', { refetchMs: 60_000 });
