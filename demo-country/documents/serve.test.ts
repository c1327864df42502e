/** The document interface over HTTP: lists, session-bound links, archives and faults. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import type { JsonObject } from '#data/sources/json.ts';
import {
  archivePath,
  archiveStateOf,
  CLARIFICATIONS_PATH,
  clarificationsQuery,
  documentationOf,
  sectionFilesPath,
  supplierReportsOf,
} from '#data/sources/procurement/site/documents.ts';
import { country } from '#demo-country/country.ts';
import { dayNumber } from '#demo-country/days.ts';
import { noticeNumberOf } from '#demo-country/procurement/export-rows.ts';
import { AWARD_ID } from '#demo-country/procurement/list-awards.ts';
import { NOTICE_ID } from '#demo-country/procurement/list-notices.ts';
import { type CountryServer, serveCountry } from '#demo-country/server.ts';
import { documentationOn, documentedProcedures } from './documentation.ts';
import { createFileLinks } from './file-links.ts';
import type { Conduct, Documentation } from './types.ts';

const FOUNDED = '2026-11-15';
const demo = country({ seed: 'served', companies: 400, founded: FOUNDED });
const system = demo.procurement();
const today = dayNumber(FOUNDED);
let server: CountryServer;

before(async () => {
  server = await serveCountry(demo, { folder: '.', port: 0, host: '127.0.0.1', today: () => FOUNDED });
});
afterEach(() => server.faults.clear());
after(() => server.close());

const send = (path: string, { body, ...headers }: Record<string, string> = {}) =>
  fetch(`${server.address}/${path}`, {
    headers: { referer: `${server.address}/pub`, 'content-type': 'application/json', ...headers },
    ...(body && { method: 'POST', body }),
  });
const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');

const withConduct = (conduct: Conduct, isRevised = false): Documentation => {
  const match = documentedProcedures(system).find((each) => each.conduct === conduct && each.isRevised === isRevised);
  const documentation = match && documentationOn(system, match.procedure, today);
  assert.ok(documentation);
  return documentation;
};
const idOf = ({ procedure }: Documentation): number => NOTICE_ID + procedure.number;

/** The documents of a notice, and the session cookies that their links need. */
async function entries(documentation: Documentation, cookie = '') {
  const typeId = documentation.procedure.type.typeId;
  const files = await send(`api-pub/${sectionFilesPath(idOf(documentation), typeId)}`, { cookie });
  const cookies = cookie || cookiesOf(files);
  const body = JSON.stringify(clarificationsQuery(idOf(documentation), typeId, 0));
  const answers = await send(`api-pub/${CLARIFICATIONS_PATH}`, { body, cookie: cookies });
  return {
    cookies,
    ...documentationOf(noticeNumberOf(documentation.procedure), (await files.json()) as JsonObject, [
      (await answers.json()) as JsonObject,
    ]),
  };
}

test('the lists contain every file once with its code, and the reader merges them', async () => {
  const documentation = withConduct('ordinary', true);
  const { documents, isWithdrawn } = await entries(documentation);
  assert.equal(isWithdrawn, false);
  assert.deepEqual(
    documents.map(({ code }) => code),
    documentation.files.map(({ code }) => code).toSorted(),
  );
  const sections = new Set(documents.map(({ section }) => section));
  assert.ok(sections.has('documentation') && sections.has('duae') && sections.has('clarification'));
  for (const { link } of documents) assert.match(link ?? '', /^api-pub\/files\/noticedoc\/[0-9a-f]{32}$/);
});

test('a link works in its session and gives the whole file as octets, even for a range request', async () => {
  const documentation = withConduct('ordinary', true);
  const { documents, cookies } = await entries(documentation);
  for (const document of documents) {
    const response = await send(document.link ?? '', { cookie: cookies, range: 'bytes=0-9' });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/octet-stream');
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.deepEqual(bytes, await documentation.files.find(({ code }) => code === document.code)?.bytes());
  }
});

test('a link does not work without both cookies of its session', async () => {
  const { documents, cookies } = await entries(withConduct('ordinary', true));
  for (const cookie of ['', cookies.split('; ', 1)[0] ?? '']) {
    const response = await send(documents[0]?.link ?? '', { cookie });
    assert.equal(response.status, 500);
  }
  const other = await entries(withConduct('ordinary', true));
  assert.notEqual(other.cookies, cookies);
  assert.equal((await send(documents[0]?.link ?? '', { cookie: other.cookies })).status, 500);
  assert.equal((await send(`api-pub/files/noticedoc/${'0'.repeat(32)}`, { cookie: cookies })).status, 404);
});

test('an existing session continues without new cookies', async () => {
  const { cookies } = await entries(withConduct('ordinary', true));
  const again = await send(`api-pub/${sectionFilesPath(idOf(withConduct('slow')), 2)}`, { cookie: cookies });
  assert.deepEqual(again.headers.getSetCookie(), []);
});

test('links expire', () => {
  let now = 0;
  const fileLinks = createFileLinks(() => now);
  const [file] = withConduct('ordinary', true).files;
  assert.ok(file);
  const first = fileLinks.openSession(undefined);
  const token = first.link(file).slice(-32);
  const cookies = first.withCookies({ status: 200, headers: {}, body: Buffer.alloc(0) }).headers[
    'set-cookie'
  ] as string[];
  const cookie = cookies.map((each) => each.split(';', 1)[0]).join('; ');
  assert.equal((fileLinks.openSession(cookie).open(token) as { file: typeof file }).file, file);
  now = 15 * 60_000;
  assert.equal(fileLinks.openSession(cookie).open(token), 'no such file');
});

test('the archive contains the same files under its own names', async () => {
  const stepOf = (documentation: Documentation) => (name: Parameters<typeof archivePath>[0]) =>
    send(`api-pub/${archivePath(name, idOf(documentation), 2)}`, { range: 'bytes=0-9' });
  const stateOf = async (documentation: Documentation) =>
    archiveStateOf((await (await stepOf(documentation)('GetArchiveStatus')).json()) as JsonObject);
  const namesakes = documentedProcedures(system)
    .filter(({ position, conduct }) => position % 9 === 4 && conduct === 'ordinary')
    .flatMap(({ procedure }) => documentationOn(system, procedure, today) ?? []);
  const states = await Promise.all(namesakes.map(stateOf));
  assert.deepEqual(new Set(states), new Set(['absent', 'ready']), 'some archives were requested earlier');
  const isTyped = ({ files }: Documentation): boolean => files.some(({ name }) => / {2}|,/.test(name));
  const documentation = namesakes.find((each, i) => states[i] === 'absent' && isTyped(each));
  assert.ok(documentation);
  const step = stepOf(documentation);
  const state = () => stateOf(documentation);
  assert.equal((await step('DownloadArchive')).status, 404);
  await step('AddArchiveForNotice');
  assert.deepEqual([await state(), await state()], ['waiting', 'ready']);
  const response = await step('DownloadArchive');
  assert.equal(response.status, 200);
  const zip = Buffer.from(await response.arrayBuffer());
  const names = centralNames(zip);
  const expected = documentation.files.filter(({ section }) => section !== 'clarifications');
  assert.equal(names.length, expected.length);
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.some((name) => name.includes('(2)')));
  assert.ok(!names.some((name) => / {2}|,/.test(name)));
});

test('with ignored filters the interface returns another notice, which the reader refuses', async () => {
  const documentation = withConduct('slow');
  server.faults.add('sicap', { kind: 'filtersIgnored', requests: 1 });
  const body = JSON.stringify(clarificationsQuery(idOf(documentation), 2, 0));
  const page = (await (await send(`api-pub/${CLARIFICATIONS_PATH}`, { body })).json()) as JsonObject;
  assert.throws(() => documentationOf(noticeNumberOf(documentation.procedure), null, [page]), /documents of/);
});

test('withdrawn documentation is flagged, and missing or late documentation is empty', async () => {
  assert.deepEqual(pick(await entries(withConduct('withdrawn'))), { isWithdrawn: true, documents: [] });
  assert.deepEqual(pick(await entries(withConduct('none'))), { isWithdrawn: false, documents: [] });
  assert.deepEqual(pick(await entries(withConduct('late'))), { isWithdrawn: false, documents: [] });
  assert.equal((await send(`api-pub/${sectionFilesPath(1, 2)}`)).status, 400);
});

test('files of a broken procedure fail, and in a procedure with a gap one file is truncated', async () => {
  const broken = await entries(withConduct('broken'));
  assert.equal((await send(broken.documents[0]?.link ?? '', { cookie: broken.cookies })).status, 500);
  const documentation = withConduct('gap');
  const { documents, cookies } = await entries(documentation);
  const failed: string[] = [];
  for (const { code, link } of documents)
    await send(link ?? '', { cookie: cookies })
      .then((response) => response.arrayBuffer())
      .catch(() => failed.push(code));
  const missing = documentation.files.filter(({ topic }) => topic === 'specification').map(({ code }) => code);
  assert.deepEqual(failed, missing);
});

test('faults of files can be injected like all others', async () => {
  const documentation = withConduct('ordinary', true);
  const { documents, cookies } = await entries(documentation);
  const open = async (): Promise<Buffer> =>
    Buffer.from(await (await send(documents[0]?.link ?? '', { cookie: cookies })).arrayBuffer());
  const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
  const right = await open();
  server.faults.add('sicap', { kind: 'wrongBytes', requests: 1 });
  const wrong = await open();
  assert.equal(wrong.length, right.length);
  assert.notEqual(digest(wrong), digest(right));
  server.faults.add('sicap', { kind: 'brokenOff', requests: 1 });
  await assert.rejects(open());
  assert.equal(digest(await open()), digest(right));
  server.faults.add('sicap', { kind: 'cookieLost', requests: 1 });
  assert.match((await open()).toString(), /An error has occurred/);
  const again = await entries(documentation);
  server.faults.add('sicap', { kind: 'linksEnded', requests: 1 });
  assert.equal((await send(again.documents[0]?.link ?? '', { cookie: again.cookies })).status, 404);
});

test('award notices have supplier reports, which are signed files', async () => {
  const award = system
    .awards(today)
    .find(({ procedure, isSubsequent }) => procedure.number === 1_000_003 && !isSubsequent);
  assert.ok(award);
  const response = await send(`api-pub/C_PUBLIC_CANotice/get/${AWARD_ID + award.number}`);
  const cookie = cookiesOf(response);
  const view = (await response.json()) as Record<string, unknown>;
  assert.deepEqual(view.conditions, { hasAckDocuments: true });
  const { announced, documents } = supplierReportsOf(view);
  assert.equal(announced, documents.length);
  const [report] = documents;
  assert.match(report?.ackDocId ?? '', /^DC\d+$/);
  assert.match(report?.name ?? '', /^Document constatator .+\.pdf\.p7s$/);
  const bytes = Buffer.from(await (await send(report?.link ?? '', { cookie })).arrayBuffer());
  assert.equal(bytes[0], 0x30);
  assert.ok(bytes.includes('%PDF-1.4'));
});

const pick = ({ isWithdrawn, documents }: { isWithdrawn: boolean; documents: unknown[] }) => ({
  isWithdrawn,
  documents,
});

/** The names in the central directory of a ZIP archive. */
function centralNames(zip: Buffer): string[] {
  const names: string[] = [];
  for (let at = zip.readUInt32LE(zip.length - 6); zip.readUInt32LE(at) === 0x02014b50; ) {
    const length = zip.readUInt16LE(at + 28);
    names.push(zip.subarray(at + 46, at + 46 + length).toString());
    at += 46 + length;
  }
  return names;
}
