import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

/**
 * A mail server on loopback that does at each step what the test says: the replies no real server
 * gives on demand. Where a friendly server will do, tests use `smtp-server`.
 */

/** Steps of one talk, in order. 'dot' is the end of the content; 'content' its first line. */
export const STEPS = [
  'connect',
  'EHLO',
  'MAIL',
  'RCPT',
  'DATA',
  'content',
  'dot',
  'after',
] as const;

export type Step = (typeof STEPS)[number] | 'STARTTLS' | 'AUTH' | 'RSET' | 'QUIT' | 'HELO';

/** What the server does at a step instead of its usual friendly reply. */
export type Behaviour =
  /** Says this, one line or several. */
  | { say: string }
  /** Says this and hangs up. */
  | { sayAndHangUp: string }
  | 'hang up'
  /** Breaks the connection off as a crash would, with a reset. */
  | 'reset'
  | 'silence'
  /** A byte now and then, for ever: never silent, never done. */
  | 'drip'
  /** Bytes that are not SMTP. */
  | 'garbage';

export interface ReceivedMessage {
  /** The name the client gave in EHLO. */
  client: string;
  messageId: string;
  date: string;
}

export interface SmtpDouble {
  port: number;
  url: string;
  /** Every message whose final dot came in, whatever was answered then. */
  messages: ReceivedMessage[];
  /** Steps reached so far, over all talks. */
  steps: Step[];
  close(): Promise<void>;
}

type Decide = (
  step: Step,
  client: string,
) => Behaviour | undefined | Promise<Behaviour | undefined>;

const USUAL: Record<Step, string> = {
  connect: '220 double.example ESMTP',
  EHLO: '250-double.example\r\n250-SIZE 1000000\r\n250 8BITMIME',
  HELO: '250 double.example',
  STARTTLS: '220 go ahead',
  AUTH: '235 welcome',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go ahead',
  content: '',
  dot: '250 taken',
  after: '',
  RSET: '250 ok',
  QUIT: '221 bye',
};

/** @param decide asked at every step; undefined is the usual reply */
export async function openSmtpDouble(decide: Decide = () => undefined): Promise<SmtpDouble> {
  const messages: ReceivedMessage[] = [];
  const steps: Step[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    void talk(
      socket,
      async (step, client) => {
        steps.push(step);
        return (await decide(step, client)) ?? { say: USUAL[step] };
      },
      messages,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return {
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    messages,
    steps,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

type Act = (step: Step, client: string) => Promise<Behaviour>;

async function talk(socket: Socket, decide: Act, messages: ReceivedMessage[]): Promise<void> {
  let client = '';
  /** Whether the last reply asks for content. */
  let isAsked = false;
  const act = async (step: Step) => {
    const behaviour = await decide(step, client);
    isAsked =
      typeof behaviour === 'object' && 'say' in behaviour && behaviour.say.startsWith('354');
    return behave(socket, behaviour);
  };
  if (!(await act('connect'))) return;
  const content: string[] = [];
  let inContent = false;
  for await (const line of lines(socket)) {
    if (!inContent) {
      const [verb = '', argument = ''] = line.split(' ');
      if (/^(EHLO|HELO)$/i.test(verb)) client = argument;
      if (!(await act(verb.toUpperCase() as Step))) return;
      inContent = isAsked;
      continue;
    }
    if (line !== '.') {
      if (content.length === 0 && !(await act('content'))) return;
      content.push(line);
      continue;
    }
    inContent = false;
    messages.push({
      client,
      messageId: header(content, 'Message-ID'),
      date: header(content, 'Date'),
    });
    content.length = 0;
    if (!(await act('dot'))) return;
    if (!(await act('after'))) return;
  }
}

/** Ended by the client, or when the double closes. To return would hang up. */
const forEver = new Promise<false>(() => {});

/** @returns whether the talk goes on */
function behave(socket: Socket, behaviour: Behaviour): boolean | Promise<false> {
  if (socket.destroyed) return false;
  if (typeof behaviour === 'object') {
    const hangUp = 'sayAndHangUp' in behaviour;
    const words = hangUp ? behaviour.sayAndHangUp : behaviour.say;
    if (words !== '') socket.write(`${words}\r\n`);
    if (hangUp) socket.end();
    return !hangUp;
  }
  switch (behaviour) {
    case 'hang up':
      socket.end();
      return false;
    case 'reset':
      socket.resetAndDestroy();
      return false;
    case 'silence':
      return forEver;
    case 'drip': {
      const timer = setInterval(() => socket.write('2'), 20);
      socket.on('close', () => clearInterval(timer));
      return forEver;
    }
    case 'garbage':
      socket.write('\x16\x03\x01 this is no SMTP\r\n');
      return true;
  }
}

async function* lines(socket: Socket): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const chunk of socket) {
      rest += chunk;
      const parts = rest.split('\r\n');
      rest = parts.pop() ?? '';
      yield* parts;
    }
  } catch {
    // The client broke off; the talk is over.
  }
}

function header(content: string[], name: string): string {
  const line = content.find((each) => each.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return line?.slice(name.length + 1).trim() ?? '';
}
