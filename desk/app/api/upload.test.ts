import { beforeEach, describe, expect, test, vi } from 'vitest';
import { call } from './call.ts';

const MINUTE_MS = 60_000;

/** A request of which the test decides what is sent and when there is a response. */
class TestRequest {
  static sent: TestRequest[] = [];
  status = 0;
  responseText = '';
  isAborted = false;
  onloadend = () => {};
  upload = { onprogress: (_progress: { loaded: number; total: number }) => {}, onload: () => {} };
  open() {}
  setRequestHeader() {}
  send() {
    TestRequest.sent.push(this);
  }
  abort() {
    this.isAborted = true;
    this.onloadend();
  }
  respond(status: number, json: object) {
    Object.assign(this, { status, responseText: JSON.stringify(json) });
    this.onloadend();
  }
}

/** The request that was made last. */
function lastRequest() {
  const request = TestRequest.sent.at(-1);
  if (!request) throw new Error('nothing was sent');
  return request;
}

const upload = () => call('POST /api/uploads/:path', new File(['x'], 'a.jpg'), 'photos/a.jpg');

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', TestRequest);
  TestRequest.sent = [];
});

describe('an upload', () => {
  test('that sends nothing for a minute is sent again', async () => {
    const uploaded = upload();
    await vi.advanceTimersByTimeAsync(MINUTE_MS + 1_000);
    expect(TestRequest.sent.map(({ isAborted }) => isAborted)).toEqual([true, false]);
    lastRequest().respond(200, { name: 'a' });
    expect(await uploaded).toEqual({ name: 'a' });
  });

  test('that is slow keeps its connection, and so does a response that takes minutes', async () => {
    const uploaded = upload();
    for (let loaded = 1; loaded <= 10; loaded += 1) {
      await vi.advanceTimersByTimeAsync(0.9 * MINUTE_MS);
      lastRequest().upload.onprogress({ loaded, total: 10 });
    }
    lastRequest().upload.onload();
    await vi.advanceTimersByTimeAsync(2.4 * MINUTE_MS);
    lastRequest().respond(200, { name: 'a' });
    expect(await uploaded).toEqual({ name: 'a' });
    expect(TestRequest.sent).toHaveLength(1);
  });

  test('of a page that was suspended goes on, although its progress comes late', async () => {
    const uploaded = upload();
    // An overdue timer runs before the events that were queued.
    vi.runOnlyPendingTimers();
    lastRequest().upload.onprogress({ loaded: 1, total: 2 });
    await vi.advanceTimersByTimeAsync(0.9 * MINUTE_MS);
    lastRequest().respond(200, { name: 'a' });
    expect(await uploaded).toEqual({ name: 'a' });
    expect(TestRequest.sent).toHaveLength(1);
  });

  test('without a response is sent again, and in the end said to have none', async () => {
    const refused = expect(upload()).rejects.toMatchObject({
      status: 0,
      message: 'De server antwoordt niet.',
    });
    for (const delayMs of [1_000, 4_000, 0]) {
      lastRequest().upload.onprogress({ loaded: 1, total: 1 });
      lastRequest().upload.onload();
      await vi.advanceTimersByTimeAsync(2.5 * MINUTE_MS + delayMs);
    }
    expect(TestRequest.sent).toHaveLength(3);
    await refused;
  });
});
