/** The operator's documents command (withhold, release, list, show, collect), in another process beside a running service. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { firmoteca } from '#test/support/cli.ts';
import { fillStates } from '#test/support/documents-states.ts';
import { fillDocuments } from '#test/support/filled-documents.ts';
import { noticeRecord } from '#test/support/procurement-records.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';

let service: SmallService;
before(async () => {
  service = await smallService({ notices: [noticeRecord({ notice: 'CN1000002', systemId: 100_000_002 })] });
  await fillStates(service);
});
after(() => service.close());

const documents = (...args: string[]) =>
  firmoteca(['documents', ...args], { FIRMOTECA_DATA: service.place.folder, FIRMOTECA_COUNTRY: 'demo' });
const ID = 'CN2000001-00002';
const entries = async (): Promise<{ name: string | null; withheld: { why: string } | null }> => {
  const response = await fetch(`${service.origin}/api/sicap/procedure/CN2000001/documents`, {
    headers: { 'x-api-key': DEMO_KEY },
  });
  const { data } = (await response.json()) as { data: { id: string; name: string; withheld: null }[] };
  return data.find(({ id }) => id === ID) ?? { name: 'none', withheld: null };
};

test('a document is withheld with a reason, listed, and released again', async () => {
  assert.equal((await entries()).name, 'Anexa.txt');
  const done = await documents('withhold', ID, '--why', 'Holds the health data of a person.');
  assert.equal(done.code, 0, done.stderr);
  assert.deepEqual(await entries().then(({ name, withheld }) => [name, withheld?.why]), [
    null,
    'Holds the health data of a person.',
  ]);
  const [row] = (await documents('list', '--json')).json() as { id: string; why: string }[];
  assert.deepEqual([row?.id, row?.why], [ID, 'Holds the health data of a person.']);
  assert.match((await documents('list')).stdout, new RegExp(`^${ID}  since .* Holds the health`));
  const again = (await documents('withhold', ID, '--why', 'Another.', '--json')).json();
  assert.deepEqual(again, { id: ID, withheld: true, changed: false, alsoIn: [] });
  assert.equal((await entries()).withheld?.why, 'Another.');
  assert.equal((await documents('release', ID)).code, 0);
  assert.equal((await entries()).name, 'Anexa.txt');
  assert.equal((await documents('release', ID)).code, 1);
});

test('the withhold command names other documents with the same content', async () => {
  await fillDocuments(service.store.documents, service.blobs, {
    notice: 'CN2000050',
    state: 'available',
    documents: [1, 2].map((n) => ({ code: `CN2000050/0000${n}`, name: `${n}.txt`, versions: [n], content: 'Același' })),
  });
  const { stdout } = await documents('withhold', 'CN2000050-00002', '--why', 'x');
  assert.match(stdout, /still available as CN2000050-00001: withhold these, too/);
  const other = (await documents('withhold', 'CN2000050-00001', '--why', 'x', '--json')).json();
  assert.deepEqual(other, { id: 'CN2000050-00001', withheld: true, changed: true, alsoIn: [] });
  for (const id of ['CN2000050-00001', 'CN2000050-00002']) assert.equal((await documents('release', id)).code, 0);
});

test('a mistyped id, a missing reason and a wrong verb give errors and change nothing', async () => {
  for (const args of [['withhold', 'CN2000001-99999', '--why', 'x'], ['withhold', ID], ['show', 'x y'], ['what'], []])
    assert.notEqual((await documents(...args)).code, 0, args.join(' '));
  assert.match((await documents('withhold', 'CN2000001-99999', '--why', 'x')).stderr, /There is no document/);
  assert.deepEqual((await documents('list', '--json')).json(), []);
});

test('the show command gives the state of a notice and its documents, with reasons for missing files', async () => {
  const result = (await documents('show', 'cn2000001', '--json')).json() as {
    state: string;
    documents: { id: string; reason: string | null }[];
  };
  assert.equal(result.state, 'partial');
  assert.equal(result.documents.length, 4);
  assert.match(result.documents[2]?.reason ?? '', /closed the connection/);
  const { stdout } = await documents('show', 'CN2000001');
  assert.match(stdout, /CN2000001: partial since .*1 of 4 files/);
  assert.match(stdout, /CN2000001-00001 {2}opened {2}invalid/);
  assert.match((await documents('show', 'CN1000001')).stderr, /The documents of CN1000001 were not requested yet/);
});

test('the collect command requests documents where they can be collected', async () => {
  const done = await documents('collect', 'CN1000002', '--json');
  assert.deepEqual(done.json(), { notice: 'CN1000002', asked: true });
  const result = (await documents('show', 'CN1000002', '--json')).json() as { state: string; isAskedFor: boolean };
  assert.deepEqual([result.state, result.isAskedFor], ['announced', true]);
  assert.match((await documents('collect', 'CN1000001')).stderr, /cannot be collected/);
  assert.match((await documents('collect', 'CN7777777')).stderr, /The data has no notice CN7777777/);
});
