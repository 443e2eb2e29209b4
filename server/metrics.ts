import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { ProblemName } from '../enquiry/replies.ts';
import type { Counted, Counters } from './counters.ts';
import type { CaptchaVerifier } from './enquiries/captcha/verifier.ts';
import type { MailTransport } from './outbox/mail-transport.ts';
import { overdueOf } from './outbox/watch.ts';
import type { Store } from './store/store.ts';

/** What the server measures of itself. Nothing in it tells of a visitor. */
export interface Metrics {
  /** @param route as it is registered: '/api/mail/:slug' */
  observeRequest(request: RequestLabels, durationMs: number): void;
  /** The same, and counts how its tries end. */
  countTries(transport: MailTransport): MailTransport;
  /** The same, and counts how much work it asks for. */
  countWork(captcha: CaptchaVerifier): CaptchaVerifier;
}

export interface RequestLabels {
  route: string;
  method: string;
  status: number;
}

/** Where Prometheus looks. */
export interface MetricsServer {
  /** 'http://127.0.0.1:9464/metrics' */
  url: string;
  close(): Promise<void>;
}

export interface OpenMetrics extends Metrics {
  /**
   * @param port on loopback; 0 takes any free one
   * @throws Error in one line when the port cannot be had
   */
  listen(port: number, parts: { counters: Counters; store: Store }): Promise<MetricsServer>;
}

/** For a server without METRICS_PORT. */
export const NO_METRICS: Metrics = {
  observeRequest() {},
  countTries: (transport) => transport,
  countWork: (captcha) => captcha,
};

const HOST = '127.0.0.1';
/** Pages come from memory, enquiries wait for a disk, at worst for its time-outs. */
const SECONDS = [0.001, 0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10];
const TIMES_USUAL_WORK = [1, 2, 4, 8, 16, 32, 64];

/** Metrics for Prometheus. What only they need is loaded here: of node:http, all that `fetch` is made of. */
export async function createMetrics(): Promise<OpenMetrics> {
  const prom = await import('prom-client');
  const { createServer } = await import('node:http');
  const { Counter, Gauge, Histogram, Registry } = prom;
  const registry = new Registry();
  const registers = [registry];
  prom.collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer',
    labelNames: ['route', 'method', 'status'],
    buckets: SECONDS,
    registers,
  });
  const tries = new Counter({
    name: 'mail_tries_total',
    help: 'Tries to hand a mail over, by how they ended',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const work = new Histogram({
    name: 'captcha_work_times',
    help: "Work that challenges asked for, in multiples of a visitor's usual",
    buckets: TIMES_USUAL_WORK,
    registers,
  });

  function observeWhenAsked({ counters, store }: { counters: Counters; store: Store }): void {
    new Counter({
      name: 'enquiries_total',
      help: 'Enquiries since the start: stored, repeated, of these with the hidden field filled in, without confirmation, or with one that goes out later',
      labelNames: ['what'],
      registers,
      collect() {
        this.reset();
        for (const what of ACCEPTED) this.inc({ what }, counters.read()[what] ?? 0);
      },
    });
    new Counter({
      name: 'refused_total',
      help: 'Calls refused since the start, by the reason of their answer',
      labelNames: ['reason'],
      registers,
      collect() {
        this.reset();
        for (const [reason, count] of Object.entries(counters.read())) {
          if (!ACCEPTED.some((what) => what === reason)) this.inc({ reason }, count);
        }
      },
    });
    const up = new Gauge({
      name: 'store_up',
      help: '1 while the database answers',
      registers,
    });
    const oldest = new Gauge({
      name: 'undelivered_oldest_seconds',
      help: 'Since the oldest enquiry came in that is not in the mailbox; 0 when all are',
      registers,
    });
    new Gauge({
      name: 'mails',
      help: 'Mails in the database; held are confirmations that wait for room in the hour',
      labelNames: ['kind', 'state'],
      registers,
      async collect() {
        this.reset();
        try {
          const mails = await store.summarizeMails();
          for (const { kind, state, count } of mails) this.set({ kind, state }, count);
          oldest.set(overdueOf(mails, Date.now()).waitingMs / 1000);
          up.set(1);
        } catch {
          up.set(0);
        }
      },
    });
  }

  return {
    observeRequest: ({ route, method, status }, durationMs) =>
      requests.observe({ route, method, status }, durationMs / 1000),
    countTries: (transport) => ({
      ...transport,
      async deliver(mail, ...rest) {
        const outcome = await transport.deliver(mail, ...rest);
        tries.inc({ kind: mail.kind, outcome: outcome.kind });
        return outcome;
      },
    }),
    countWork: (captcha) => ({
      ...captcha,
      ...(captcha.createChallenge && {
        createChallenge(nowMs, times) {
          work.observe(times);
          return captcha.createChallenge?.(nowMs, times) ?? Promise.reject(new Error('None.'));
        },
      }),
      createFurtherChallenge(nowMs, times, passed) {
        work.observe(times);
        return captcha.createFurtherChallenge(nowMs, times, passed);
      },
    }),
    async listen(port, parts) {
      observeWhenAsked(parts);
      const server = createServer(async (request, response) => {
        if (request.url !== '/metrics' || request.method !== 'GET') {
          response.writeHead(404).end();
          return;
        }
        const text = await registry.metrics();
        response.writeHead(200, { 'content-type': registry.contentType }).end(text);
      });
      server.listen(port, HOST);
      await once(server, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
        throw new Error(`METRICS_PORT: cannot listen on ${port} of ${HOST} (${code}).`);
      });
      return {
        url: `http://${HOST}:${(server.address() as AddressInfo).port}/metrics`,
        async close() {
          server.close();
          server.closeAllConnections();
          await once(server, 'close');
        },
      };
    },
  };
}

/** All that is counted and no refusal. */
const ACCEPTED = Object.keys({
  stored: 0,
  repeated: 0,
  confirmationLeftOut: 0,
  confirmationHeld: 0,
  possibleSpam: 0,
} satisfies Record<Exclude<Counted, ProblemName>, 0>) as Exclude<Counted, ProblemName>[];
