/** Every notice of the demo through all five document operations, before and after the first look, and once more. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Dataset } from '#data/store/dataset.ts';
import { openFolderBlobs } from '#domain/documents/blobs/folder-blobs.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { type CollectingPlace, collectingPlace, collectUntilIdle } from '#test/support/collected-documents.ts';
import { type DemoService, demoService } from '#test/support/demo-service.ts';

let service: DemoService;
let collecting: CollectingPlace;
let notices: string[];
/** Number of reads of a notice's lists. */
const looks = new Map<string, number>();

before(async () => {
  service = await demoService(null, 1_000);
  collecting = await collectingPlace({ folder: service.folder, databaseUrl: null } as never, {
    address: service.simulated.address,
  });
  const { needs } = collecting;
  needs.db = service.store.documents;
  needs.blobs = await openFolderBlobs(join(service.folder, 'documents'));
  const open = needs.documentsClient;
  needs.documentsClient = (signal) => {
    const client = open(signal);
    const lists: typeof client.lists = async (requested) => {
      looks.set(requested.notice, (looks.get(requested.notice) ?? 0) + 1);
      return client.lists(requested);
    };
    return { ...client, lists };
  };
  notices = [];
  for (let path: string | null = '/api/sicap/tenders/search?limit=50'; path !== null; ) {
    const { status, body } = await service.get(path);
    assert.equal(status, 200, `${path}: ${JSON.stringify(body.error)}`);
    notices.push(...body.data.map(({ notice }: { notice: string }) => notice));
    path = body.meta.page.next;
  }
});
after(async () => {
  await collecting.close();
  await service.close();
});

const collect = () => collectUntilIdle(collecting, service.store.generations.current() as Dataset, true, Date.now);

const JSON_OPERATIONS = ['documents', 'signers', 'search?q=oferta', 'changes'];

interface Answers {
  /** Codes of refusals with 409. */
  unready: number;
  state: string | null;
  files: number;
}

/** All five operations agree on the facts. */
async function walk(notice: string): Promise<Answers> {
  const path = `/api/sicap/procedure/${notice}/`;
  const facts = new Set<string>();
  let unready = 0;
  let unobtainable = 0;
  let files = 0;
  let state: string | null = null;
  for (const operation of JSON_OPERATIONS) {
    const { status, headers, body } = await service.get(path + operation);
    if (status === 409) {
      assert.equal(body.error?.code, 'DOCUMENTATION_NOT_READY');
      assert.ok(Number(headers.get('retry-after')) >= 1);
      unready++;
      continue;
    }
    // Withdrawn, or known from exports only, which lack the number that its documents have in the system.
    if (status === 404 || status === 410) {
      unobtainable++;
      continue;
    }
    assert.equal(status, 200, `${path}${operation}: ${JSON.stringify(body.error)}`);
    const { state: own, lookedAt, nextLookAt } = body.meta.documentation;
    facts.add(JSON.stringify([own, lookedAt, nextLookAt]));
    state = own;
    if (operation === 'documents') files = body.data.length;
  }
  const all = JSON_OPERATIONS.length;
  assert.ok(facts.size <= 1 && [unready, unobtainable].every((count) => count % all === 0), `${notice}: ${[...facts]}`);
  const bundle = await fetch(`${service.origin}${path}bundle`, { headers: { 'x-api-key': DEMO_KEY } });
  await bundle.body?.cancel();
  if (unready > 0) assert.equal(bundle.status, 409, notice);
  else if (unobtainable > 0) assert.ok([404, 410].includes(bundle.status), notice);
  else assert.equal(bundle.status, files > 0 && state !== 'failed' ? 200 : 404, `${notice}: ${state}, ${files} files`);
  return { unready, state, files };
}

test('no promise is repeated after the first look, and each schedule causes one look', async () => {
  assert.ok(notices.length > 100 && new Set(notices).size === notices.length, `${notices.length} notices`);
  let promised = 0;
  for (const notice of notices) promised += Math.sign((await walk(notice)).unready);
  assert.ok(promised > 5, `${promised} were promised`);
  assert.equal(looks.size, 0);
  await collect();
  const first = new Map(looks);
  const states = new Map<string | null, number>();
  for (const notice of notices) {
    const { unready, state } = await walk(notice);
    assert.equal(unready, 0, `${notice} is promised again`);
    states.set(state, (states.get(state) ?? 0) + 1);
  }
  assert.ok((states.get('available') ?? 0) > 3 && (states.get('none') ?? 0) > 0, JSON.stringify([...states]));
  await collect();
  for (const notice of notices) assert.equal((await walk(notice)).unready, 0, notice);
  await collect();
  for (const [notice, count] of first)
    assert.equal(looks.get(notice), count, `${notice}: requests cause no further look`);
});
