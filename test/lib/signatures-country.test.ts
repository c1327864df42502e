/** Every kind of signature of the demo country, verified by the product: the writer and the verifier share no code. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { country } from '#demo-country/country.ts';
import { dayNumber } from '#demo-country/days.ts';
import { documentationOn, documentedProcedures } from '#demo-country/documents/documentation.ts';
import { demoTrust, publishedListOn, qualifiedServices } from '#demo-country/documents/signatures/authority.ts';
import type { SignatureKind } from '#demo-country/documents/types.ts';
import { readCertificates } from '#lib/signatures/certificate.ts';
import { unwrapContainer } from '#lib/signatures/unwrap.ts';
import { CHANGED, pemBytes, VALID } from '#test/support/signatures/signing.ts';

const DAY_MS = 86_400_000;
const FOUNDED = '2026-11-15';
const expected: Record<Exclude<SignatureKind, 'none'>, string> = {
  attached: VALID,
  fragmented: VALID,
  indefinite: VALID,
  base64: VALID,
  detached: 'indeterminate contentMissing',
  withoutIssuer: VALID,
  pss: VALID,
  elliptic: VALID,
  twoSigners: `${VALID}; ${VALID}`,
  nested: `${VALID}; ${VALID}`,
  timestamped: VALID,
  expiredTimestamped: VALID,
  pades: VALID,
  padesTimestamped: VALID,
  padesLongTerm: 'valid revisionEarlier',
  expired: 'indeterminate certificateExpired',
  revoked: 'indeterminate certificateRevoked',
  untrusted: 'indeterminate issuerUntrusted revocationNotChecked',
  altered: 'invalid contentAltered',
  padesAltered: 'invalid contentAltered',
  padesAppended: CHANGED,
  padesPacked: VALID,
  padesRepacked: CHANGED,
  padesRelisted: CHANGED,
  padesPageReplaced: CHANGED,
  padesPageAdded: CHANGED,
  padesUnhidden: CHANGED,
};

const folder = mkdtempSync(join(tmpdir(), 'country-seals-'));
after(() => rmSync(folder, { recursive: true }));
const system = country({ seed: 'seals', companies: 400, founded: FOUNDED }).procurement();
const files = documentedProcedures(system).flatMap(
  ({ procedure }) => documentationOn(system, procedure, dayNumber(FOUNDED))?.files ?? [],
);
const { intermediates } = demoTrust();
const read = (pems: readonly string[]) => readCertificates(pems.map((pem) => pemBytes(Buffer.from(pem))));
const trustOn = (day: number) => ({
  anchors: read(intermediates),
  timeAnchors: readCertificates(qualifiedServices().map(({ certificate }) => certificate)).slice(1),
  helpers: [],
  listsOf: () => [publishedListOn(day)],
});

for (const [seal, verdict] of Object.entries(expected)) {
  test(`${seal} is ${verdict}`, async () => {
    const file = files.find((one) => one.signatureKind === seal);
    assert.ok(file);
    const path = join(folder, seal);
    writeFileSync(path, await file.bytes());
    const into = mkdtempSync(join(folder, 'out-'));
    const now = new Date((file.uploadedOn + 1) * DAY_MS);
    const { levels } = unwrapContainer({ path, into, trust: trustOn(file.uploadedOn + 1), now });
    const output = levels.flatMap(({ signers }) =>
      signers.map(({ verdict: each, reasons }) =>
        [each, ...reasons.map(({ code }) => code.replace('seals.', ''))].join(' '),
      ),
    );
    assert.equal(output.join('; '), verdict);
  });
}
