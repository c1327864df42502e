/** Signed PDFs that were changed after signing, end to end: from the procurement system over collector and verifier to the answer. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createClient } from '#data/sources/client.ts';
import { openDocumentsClient } from '#data/sources/procurement/site/documents-client.ts';
import { country } from '#demo-country/country.ts';
import { documentedProcedures } from '#demo-country/documents/documentation.ts';
import { writeDemoTrust } from '#demo-country/documents/signatures/trusted-list.ts';
import { PACKED_DECISIONS } from '#demo-country/documents/uploads.ts';
import { noticeNumberOf } from '#demo-country/procurement/export-rows.ts';
import { NOTICE_ID } from '#demo-country/procurement/list-notices.ts';
import { serveCountry } from '#demo-country/server.ts';
import { openFolderBlobs } from '#domain/documents/blobs/folder-blobs.ts';
import { collectNotice } from '#domain/documents/collection/collect.ts';
import { createOpener } from '#domain/documents/opener/opener.ts';
import { createUnpacker } from '#domain/documents/readers/file-reader.ts';
import { noticeRecord } from '#test/support/procurement-records.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { sampled } from '#test/support/tier.ts';

const FOUNDED = '2026-11-15';
const demo = country({ seed: 'forged', companies: 400, founded: FOUNDED });
const isGood = (location: number): boolean => PACKED_DECISIONS[location] === 'padesPacked';
const all = documentedProcedures(demo.procurement()).filter(({ position: location }) => location in PACKED_DECISIONS);
/** The verifier's own tests cover every forgery, on both sides of the sandbox. */
const locations = [
  ...all.filter(({ position: location }) => isGood(location)),
  ...sampled(
    all.filter(({ position: location }) => !isGood(location)),
    3,
  ),
];
const noticeOf = ({ procedure }: (typeof locations)[number]): string => noticeNumberOf(procedure);

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-forged-'));
let service: SmallService;
before(async () => {
  service = await smallService({ notices: locations.map((location) => noticeRecord({ notice: noticeOf(location) })) });
  const server = await serveCountry(demo, { folder: '.', port: 0, host: '127.0.0.1', today: () => FOUNDED });
  const trust = join(folder, 'trust');
  writeDemoTrust(trust, Date.parse(`${FOUNDED}T00:00:00Z`));
  const { documents } = service.store;
  const blobs = await openFolderBlobs(join(folder, 'blobs'));
  const now = (): Date => new Date(`${FOUNDED}T12:00:00Z`);
  const opener = createOpener({ documents, blobs, trust, folder, now });
  const unpacker = createUnpacker();
  const never = new AbortController().signal;
  try {
    for (const location of locations) {
      const { procedure } = location;
      await collectNotice(
        { notice: noticeOf(location), systemId: NOTICE_ID + procedure.number, typeId: procedure.type.typeId },
        {
          db: documents,
          blobs,
          documentsClient: (signal) =>
            openDocumentsClient({
              client: createClient(),
              address: server.address,
              turn: async () => {},
              clock: { sleep: async () => {}, random: () => 0.5 },
              signal,
            }),
          open: opener.openDocuments,
          unpack: unpacker.unpack,
          folder,
          holder: 'test',
          now: () => now().getTime(),
        },
        never,
      );
    }
  } finally {
    opener.close();
    unpacker.close();
    await server.close();
  }
});
after(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

test('the intact decision is valid, and each forgery is indeterminate with a changed revision', async () => {
  assert.equal(all.length, Object.keys(PACKED_DECISIONS).length);
  for (const location of locations) {
    const response = await fetch(`${service.origin}/api/sicap/procedure/${noticeOf(location)}/signers`, {
      headers: { 'x-api-key': DEMO_KEY },
    });
    const { data } = (await response.json()) as { data: Signed[] };
    const [signature, ...others] = data.filter(({ documentName }) => /deci[zs]i/i.test(documentName));
    const seal = PACKED_DECISIONS[location.position];
    const isForged = !isGood(location.position);
    assert.deepEqual(
      [signature?.verdict, signature?.integrity, signature?.reasons[0]?.code, others],
      [isForged ? 'indeterminate' : 'valid', 'intact', isForged ? 'seals.revisionChanged' : undefined, []],
      `${seal}: ${JSON.stringify(data).slice(0, 2_000)}`,
    );
  }
});

interface Signed {
  documentName: string;
  verdict: string;
  integrity: string;
  reasons: { code: string }[];
}
