/** Every kind of seal of the simulated country, judged by us: its writer and our reader share no code. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readCertificates } from '#seals/certificate.ts';
import { unseal } from '#seals/unseal.ts';
import { country } from '#simulate/country.ts';
import { dayNumber } from '#simulate/days.ts';
import { documentationOn } from '#simulate/documents/documentation.ts';
import { documentedAtFounding } from '#simulate/documents/documented.ts';
import { demoTrust } from '#simulate/documents/seals/authority.ts';
import type { Seal } from '#simulate/documents/types.ts';
import { CHANGED, NOTE, pemBytes } from './seals/sealing.ts';

const DAY_MS = 86_400_000;
const FOUNDED = '2026-11-15';
const expected: Record<Exclude<Seal, 'none'>, string> = {
  attached: NOTE,
  fragmented: NOTE,
  indefinite: NOTE,
  base64: NOTE,
  detached: 'indeterminate contentMissing revocationNotChecked',
  withoutIssuer: NOTE,
  pss: NOTE,
  elliptic: NOTE,
  twoSigners: `${NOTE}; ${NOTE}`,
  nested: `${NOTE}; ${NOTE}`,
  timestamped: NOTE,
  expiredTimestamped: NOTE,
  pades: NOTE,
  padesTimestamped: NOTE,
  padesKept: 'valid revisionEarlier',
  expired: 'indeterminate certificateExpired revocationNotChecked',
  revoked: 'indeterminate certificateRevoked',
  untrusted: 'indeterminate issuerUntrusted revocationNotChecked',
  altered: 'invalid contentAltered revocationNotChecked',
  padesAltered: 'invalid contentAltered revocationNotChecked',
  padesAppended: CHANGED,
  padesPacked: NOTE,
  padesRepacked: CHANGED,
  padesRelisted: CHANGED,
  padesPageReplaced: CHANGED,
  padesPageAdded: CHANGED,
  padesUnhidden: CHANGED,
};

const folder = mkdtempSync(join(tmpdir(), 'country-seals-'));
after(() => rmSync(folder, { recursive: true }));
const system = country({ seed: 'seals', companies: 400, founded: FOUNDED }).procurement();
const files = documentedAtFounding(system).flatMap(
  ({ procedure }) => documentationOn(system, procedure, dayNumber(FOUNDED))?.files ?? [],
);
const { roots, intermediates } = demoTrust();
const read = (pems: readonly string[]) => readCertificates(pems.map((pem) => pemBytes(Buffer.from(pem))));
const trust = { anchors: read(roots), timeAnchors: [], helpers: read(intermediates), listsOf: () => [] };

for (const [seal, verdict] of Object.entries(expected)) {
  test(`${seal} is ${verdict}`, async () => {
    const file = files.find((one) => one.seal === seal);
    assert.ok(file);
    const path = join(folder, seal);
    writeFileSync(path, await file.bytes());
    const into = mkdtempSync(join(folder, 'out-'));
    const { levels } = unseal({ path, into, trust, now: new Date((file.uploadedOn + 1) * DAY_MS) });
    const said = levels.flatMap(({ signers }) =>
      signers.map(({ verdict: each, reasons }) =>
        [each, ...reasons.map(({ code }) => code.replace('seals.', ''))].join(' '),
      ),
    );
    assert.equal(said.join('; '), verdict);
  });
}
