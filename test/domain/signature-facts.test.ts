/** What every place that shows a verdict makes of every combination of facts, also where older rules stored `valid`. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fromBufferPromise } from 'yauzl';
import type { Signer } from '#lib/signatures/verdict.ts';
import { agentAt } from '#test/support/agent-kit.ts';
import { type FilledDocument, fillDocuments, signerOf } from '#test/support/filled-documents.ts';
import { noticeRecord } from '#test/support/procurement-records.ts';
import { ask } from '#test/support/raw-request.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer; each test checks the members that it reads.
type Any = any;

const NOTICE = 'CN7000001';
const WORD = 'betonieră';

const combinations = (['intact', 'altered', 'unknown'] as const).flatMap((integrity) =>
  (['trusted', 'untrusted', 'expired', 'revoked', 'unknown'] as const).flatMap((chain) =>
    (['good', 'revoked', 'later', 'not_checked'] as const).map((status) => ({ integrity, chain, status })),
  ),
);
const isKnownGood = ({ integrity, chain, revocation }: Facts): boolean =>
  integrity === 'intact' && chain === 'trusted' && ['good', 'later'].includes(revocation);

interface Facts {
  integrity: string;
  chain: string;
  revocation: string;
}

const signer = ({ integrity, chain, status }: (typeof combinations)[number], time: string): Signer =>
  signerOf(
    {},
    {
      verdict: 'valid',
      integrity,
      chain,
      claimedSigningTime: time,
      revocation: { status, source: null, asOf: null, revokedAt: null },
    },
  );

/** Each is signed anew in the second version. */
const documents: FilledDocument[] = combinations.flatMap((combination, i) =>
  [1, 2].map((version) => ({
    code: `${NOTICE}/${String(version * 1_000 + i).padStart(5, '0')}`,
    name: `Oferta ${i}.txt`,
    versions: [version],
    content: `Oferta ${i}: ${WORD}`,
    pages: [`Oferta ${i}: ${WORD}`],
    sealed: { kind: 'cms' as const, signers: [signer(combination, `2026-0${version}-01T00:00:00.000Z`)] },
  })),
);

let service: SmallService;
before(async () => {
  service = await smallService({ notices: [noticeRecord({ notice: NOTICE, hasDocuments: true })] });
  await fillDocuments(service.store.documents, service.blobs, { notice: NOTICE, state: 'available', documents });
});
after(() => service.close());

const get = async (path: string): Promise<Any> => {
  const response = await fetch(`${service.origin}/api/sicap/procedure/${NOTICE}${path}`, {
    headers: { 'x-api-key': DEMO_KEY },
  });
  assert.equal(response.status, 200, path);
  return response;
};
/** Over all pages. */
async function rowsOf(path: string): Promise<Any[]> {
  const rows: Any[] = [];
  for (let cursor = ''; ; ) {
    const { data, meta } = await (await get(`${path}${cursor}`)).json();
    rows.push(...data);
    if (!meta.page.nextCursor) return rows;
    cursor = `&cursor=${encodeURIComponent(meta.page.nextCursor)}`;
  }
}

/** Each combination once, `valid` exactly where every fact is known and good. */
function assertHonest(rows: { verdict: string; facts: Facts }[], place: string): void {
  const keys = new Set(rows.map(({ facts }) => JSON.stringify(facts)));
  assert.deepEqual([rows.length, keys.size], [combinations.length, combinations.length], place);
  for (const { verdict, facts } of rows)
    assert.equal(verdict === 'valid', isKnownGood(facts), `${place}: ${verdict}, ${JSON.stringify(facts)}`);
  assert.equal(rows.filter(({ verdict }) => verdict === 'valid').length, 2, place);
}
const summary = ({ signatureVerdict, signatureFacts }: Any) => ({ verdict: signatureVerdict, facts: signatureFacts });
const single = ({ verdict, integrity, chain, revocation }: Any) => ({
  verdict,
  facts: { integrity, chain, revocation: revocation.status ?? revocation },
});

test('signers, documents, hits and changes show no unknown fact as valid', async () => {
  assertHonest((await rowsOf('/signers?limit=200')).map(single), 'signers');
  assertHonest((await rowsOf('/documents?limit=200')).map(summary), 'documents');
  assertHonest((await rowsOf(`/search?q=${encodeURIComponent(WORD)}&limit=50`)).map(summary), 'search');
  const { resigned } = (await (await get('/changes')).json()).data;
  assertHonest(resigned.map(summary), 'changes');
  assertHonest(
    resigned.map((one: Any) => ({ verdict: one.previousVerdict, facts: one.previousFacts })),
    'changes, before',
  );
});

test('the manifest of a bundle shows no unknown fact as valid', async () => {
  const zip = await fromBufferPromise(Buffer.from(await (await get('/bundle')).arrayBuffer()), { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== 'MANIFEST.json') continue;
    const bytes = Buffer.concat(await Array.fromAsync(await zip.openReadStreamPromise(entry)));
    const manifest = JSON.parse(bytes.toString()) as Any;
    assertHonest(manifest.documents.map(summary), 'manifest');
    assertHonest(
      manifest.documents.flatMap(({ signatures }: Any) => signatures.map(single)),
      'signatures of the manifest',
    );
    return;
  }
  assert.fail('no manifest');
});

test('agents and pages show no unknown fact as valid', async () => {
  const agent = await agentAt(service, { pro: true });
  const rows: Any[] = [];
  for (let cursor: string | undefined; ; ) {
    const { structuredContent } = await agent.call('list_tender_documents', {
      notice: NOTICE,
      limit: 50,
      ...(cursor && { cursor }),
    });
    const answer = structuredContent as Any;
    rows.push(...answer.documents);
    cursor = answer.nextCursor ?? undefined;
    if (cursor === undefined) break;
  }
  assertHonest(rows.map(summary), 'list_tender_documents');
  assertHonest(
    rows.flatMap(({ signatures }) => signatures.map(single)),
    'signatures of list_tender_documents',
  );
  for (const [path, word, known] of [
    [`/en/tender/${NOTICE}`, 'valid', 'undetermined: signed content intact, trusted, revocation not checked'],
    [`/licitatie/${NOTICE}`, 'valabilă', 'nedeterminată: conținut semnat intact, de încredere, revocare neverificată'],
  ] as const) {
    const { status, text } = await ask(service.port, { path, headers: { accept: 'text/html' } });
    assert.equal(status, 200, path);
    const tags = [...text.matchAll(/<span class="tag verdict-tag [a-z]+">(?:<svg.*?<\/svg>)?([^<]*)<\/span>/g)];
    const words = tags.map(([, tag]) => tag);
    assert.equal(words.length, combinations.length, path);
    assert.equal(words.filter((each) => each === word).length, 2, path);
    assert.equal(words.filter((each) => each === known).length, 1, path);
  }
});
