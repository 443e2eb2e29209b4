/** Tells a person, by a way that needs no mail server. */
export interface Alerts {
  /** False: nobody is there to be told. */
  canTell: boolean;
  /** @throws Error naming a status or a code, never the address, which may hold a key */
  tell(words: string): Promise<void>;
  /** Says that this process lives and all is well, to a service that misses it otherwise. */
  beat(): Promise<void>;
}

export interface AlertSettings {
  /** Called with POST; empty: nobody is told. */
  alertUrl: string;
  /** The body: plain text, or JSON with the same words as `text` and as `content`. */
  alertFormat: 'json' | 'text';
  /** Called with GET; empty: no heartbeat. */
  heartbeatUrl: string;
}

const ANSWER_WITHIN_MS = 10_000;

/** `text` is what Slack, Mattermost, Teams and Google Chat read, `content` what Discord reads. */
export function createAlerts({ alertUrl, alertFormat, heartbeatUrl }: AlertSettings): Alerts {
  return {
    canTell: alertUrl !== '',
    async tell(words) {
      const isJson = alertFormat === 'json';
      await call(alertUrl, {
        method: 'POST',
        headers: { 'content-type': isJson ? 'application/json' : 'text/plain; charset=utf-8' },
        body: isJson ? JSON.stringify({ text: words, content: words }) : words,
      });
    },
    async beat() {
      if (heartbeatUrl !== '') await call(heartbeatUrl, {});
    },
  };
}

async function call(url: string, init: RequestInit): Promise<void> {
  let response: Response;
  try {
    response = await fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string } };
    throw new Error(cause?.code ?? name);
  }
  await response.body?.cancel();
  if (!response.ok) throw new Error(`status ${response.status}`);
}
