import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Enquiry } from '../../../enquiry/enquiry.ts';
import { currentFileOf, manifestFileOf, releaseDirOf } from '../../../release/site-folder.ts';
import { parseSettings } from '../../../runtime/settings.ts';
import { openStore, type Store } from '../../../server/store/store.ts';
import { openTestDesk, type TestDesk } from '../../../tests/desk/test-desk.ts';
import { FIXTURE_CONTENT_DIR } from '../../../tests/support/content/fixture-content.ts';
import { publishTestRelease, TEST_RELEASE } from '../../../tests/support/content/test-release.ts';
import { openMailbox } from '../../../tests/support/servers/mailbox.ts';
import { attemptNext, exampleEnquiry } from '../../../tests/support/store/examples.ts';

let root: string;
let store: Store;
let desk: TestDesk;
const HOUR_MS = 3_600_000;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'desk-enquiries-'));
  await publishTestRelease(join(root, 'dist'), { ...TEST_RELEASE, sampleFacts: false });
  await open({});
});
afterEach(async () => {
  vi.useRealTimers();
  await close();
  await rm(root, { recursive: true });
});

async function open(env: Record<string, string>): Promise<void> {
  const dirs = { DATA_DIR: join(root, 'data'), SITE_DIR: join(root, 'dist') };
  const settings = parseSettings({ ...dirs, ...env });
  store = await openStore(settings);
  desk = await openTestDesk({ contentDir: FIXTURE_CONTENT_DIR, visitors: { settings, store } });
}

async function close(): Promise<void> {
  await desk.close();
  await store.close();
}

const list = async () => (await desk.call('GET /api/enquiries')).response;
const names = async () => (await list()).enquiries.map(({ fields }) => fields.name);
const accept = (given: Partial<Enquiry>, receivedAtMs = Date.now()) => {
  const fields = { email: 'zoe@voorbeeld.example', name: 'Zoë', message: 'Dag', ...given };
  return store.storeEnquiry(exampleEnquiry({ fields, receivedAtMs }));
};

test('the list begins with the party that comes first, and has the state of its mails', async () => {
  await accept({ name: 'Laat', date: '5-3-2999' }, Date.now() - HOUR_MS / 3);
  await accept({ name: 'Vroeg', date: '1-1-2999', personCount: 120 }, Date.now() - HOUR_MS / 2);
  await accept({ name: 'Zonder' });
  await accept({ name: 'Voorbij', date: '1-1-2020' });
  expect(await names()).toEqual(['Vroeg', 'Laat', 'Zonder', 'Voorbij']);
  const { enquiries, retention } = await list();
  expect(enquiries[0]?.fields.personCount).toBe(120);
  expect(retention).toMatchObject({ days: 30, bookedUntilParty: false });
  const mail = expect.objectContaining({ kind: 'company', state: 'queued' });
  expect(enquiries[0]?.mails).toContainEqual(mail);
});

test('an enquiry is erased by its complete id only', async () => {
  await accept({ name: 'Blijft' });
  await accept({ name: 'Weg' }, Date.now() + 1);
  const id = (await list()).enquiries[0]?.id ?? '';
  const erase = async (enquiryId: string) =>
    (await desk.call('DELETE /api/enquiries/:id', {}, enquiryId)).status;
  expect(await erase(id.slice(0, 8))).toBe(404);
  expect([await erase(id), await names()]).toEqual([200, ['Blijft']]);
  expect(await erase(id)).toBe(404);
});

test('an enquiry has a state and a note, which the export repeats, and new ones are counted', async () => {
  await accept({ name: 'An' });
  await accept({ name: 'Bert' });
  const [{ id = '' } = {}] = (await list()).enquiries;
  const countNew = async () => (await desk.call('GET /api/state')).response.newEnquiries;
  expect(await countNew()).toBe(2);
  const setState = (enquiryId: string, state: string) =>
    desk.call('PUT /api/enquiries/:id/state', { state }, enquiryId);
  expect((await setState(id, 'booked')).status).toBe(200);
  expect((await setState(id, 'gewonnen')).status).toBe(400);
  expect((await setState('0', 'booked')).status).toBe(404);
  expect(await countNew()).toBe(1);
  const setNote = (note: string, before: string, enquiryId = id) =>
    desk.call('PUT /api/enquiries/:id/note', { note, before }, enquiryId);
  expect((await setNote(' \n', '')).response).toEqual({ note: '' });
  // The field shows what is stored, and the caterer may be typing on after the white space.
  const written = await setNote('=Belt\r\nterug\u0000 \ud83c\n', '');
  expect([written.status, written.response]).toEqual([200, { note: '=Belt\nterug \ufffd\n' }]);
  // The device has not seen the note that is stored.
  expect((await setNote('een andere', '')).status).toBe(409);
  expect((await setNote('x'.repeat(4001), written.response.note)).status).toBe(422);
  expect((await setNote('x', '', '0')).status).toBe(404);
  expect((await list()).enquiries.find((enquiry) => enquiry.id === id)).toMatchObject({
    state: 'booked',
    note: written.response.note,
  });
  const csv = await (await desk.request('/enquiries.csv')).text();
  expect(csv).toMatch(/;Stand;Notitie\r\n/);
  expect(csv).toContain(';geboekt;"\'=Belt\nterug');
});

test('the days and times are those of the time zone of the site that is online', async () => {
  const manifest = { ...TEST_RELEASE, id: '20270101T120000Z-3fa9c1d2', timeZone: 'Asia/Tokyo' };
  await publishTestRelease(join(root, 'dist'), manifest);
  const nowMs = Date.UTC(2027, 5, 11, 20);
  await close();
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
  await open({});
  await accept({ name: 'Voorbij', date: '11-6-2027' }, nowMs);
  await accept({ name: 'Vandaag', date: '12-6-2027' }, nowMs);
  expect(await names()).toEqual(['Vandaag', 'Voorbij']);
  const csv = await (await desk.request('/enquiries.csv')).text();
  expect(csv).toContain('12/6/2027, 05:00:00');
});

test('the export opens in Excel in columns and without formulas', async () => {
  await accept({ name: '=1+1', message: 'Een "feest"; met\ntaart' });
  const response = await desk.request('/enquiries.csv');
  expect(response.headers.get('content-disposition')).toContain('aanvragen.csv');
  const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
  expect(text).toMatch(/^\uFEFFOntvangen;Email;Naam;/);
  expect(text).toContain(";'=1+1;");
  expect(text).toContain('"Een ""feest""; met\ntaart"');
});

test('an undelivered enquiry and a missing heartbeat raise alarms until fixed', async () => {
  await accept({ name: 'Zoë' }, Date.now() - 2 * HOUR_MS);
  const claim = await store.claimMail(Date.now());
  if (!claim) throw new Error('no mail was due');
  await store.settleMail(claim, { kind: 'failed', reason: '550' }, Date.now());
  const { alarms } = (await desk.call('GET /api/state')).response;
  expect(alarms.map(({ code }) => code).sort()).toEqual(['no-heartbeat', 'undelivered']);
  const [enquiry] = (await list()).enquiries;
  await desk.call('POST /api/enquiries/:id/requeue', {}, enquiry?.id);
  const [requeued] = (await list()).enquiries;
  expect(requeued?.mails).not.toContainEqual(expect.objectContaining({ state: 'failed' }));
  await attemptNext(store, { kind: 'delivered' }, Date.now());
  await close();
  await open({ HEARTBEAT_URL: 'https://hc.example/1' });
  const state = (await desk.call('GET /api/state')).response;
  expect(state.alarms).toEqual([]);
  expect(state.missing.map(({ code }) => code)).toContain('no-mail-server');
});

test('a test mail goes to the address that receives enquiries', async () => {
  const without = await desk.call('POST /api/test-mail');
  expect(without.status).toBe(422);
  expect(without.response).toMatchObject({ message: expect.stringContaining('mailserver') });
  await close();
  const mailbox = await openMailbox();
  await open({ SMTP_URL: `${mailbox.url}?requireTLS=false` });
  const { status, response } = await desk.call('POST /api/test-mail');
  expect([status, response.to]).toEqual([200, TEST_RELEASE.company.email]);
  expect(response.smtpResponse).toMatch(/^250/);
  expect(mailbox.mails.map(({ recipients }) => recipients)).toEqual([[response.to]]);
  await mailbox.close();
  expect((await desk.call('POST /api/test-mail')).status).toBe(422);
});

test('a test mail is refused with the reason: nothing is online, or what is online is unreadable', async () => {
  const siteDir = join(root, 'dist');
  const testMail = () => desk.call('POST /api/test-mail');
  await accept({ name: 'Zoë' });
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const complain = vi.spyOn(console, 'error').mockReturnValue();
  try {
    await writeFile(manifestFileOf(releaseDirOf(siteDir, TEST_RELEASE.id)), '{');
    const message = expect.stringContaining('nu niet te lezen');
    expect(await testMail()).toMatchObject({ status: 503, response: { message } });
    // The enquiries do not depend on the release.
    expect(await names()).toEqual(['Zoë']);
  } finally {
    write.mockRestore();
    complain.mockRestore();
  }
  await rm(currentFileOf(siteDir));
  const message = expect.stringContaining('eerst online');
  expect(await testMail()).toMatchObject({ status: 422, response: { message } });
});

test('the desk logs a failure without what a visitor typed', async () => {
  await close();
  const settings = parseSettings({ SITE_DIR: join(root, 'dist') });
  const failing = async () => {
    throw new Error('duplicate key: an.peeters@example.be wants a party');
  };
  desk = await openTestDesk({
    contentDir: FIXTURE_CONTENT_DIR,
    visitors: { settings, store: { ...store, listEnquiries: failing } },
  });
  const lines: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
  const complain = vi.spyOn(console, 'error').mockImplementation((...about) => {
    lines.push(about.join(' '));
  });
  try {
    expect((await desk.call('GET /api/enquiries')).status).toBe(500);
    expect((await desk.call('GET /api/state')).status).toBe(200);
  } finally {
    write.mockRestore();
    complain.mockRestore();
    store = await openStore(parseSettings({ DATA_DIR: join(root, 'data') }));
  }
  const messages = lines.map((line) => JSON.parse(line).message);
  expect(messages).toEqual(['a call failed', 'the enquiries cannot be read']);
  expect(lines.join()).not.toMatch(/peeters|party/);
});
