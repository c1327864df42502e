/** Signatures on the documents of a procedure, as a Pro caller gets them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hidePerson } from '#platform/privacy/hidden-persons-table.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { fillStates } from '#test/support/documents-states.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer; each test checks the members that it reads.
type Any = any;

onBothEngines((engine) => {
  let service: SmallService;
  before(async () => {
    service = await smallService({ databaseUrl: (await engine.place()).databaseUrl });
    await fillStates(service);
  });
  after(() => service.close());

  const get = async (path: string): Promise<{ body: Any }> => {
    const response = await fetch(`${service.origin}${path}`, { headers: { 'x-api-key': DEMO_KEY } });
    return { body: await response.json() };
  };
  const documents = (notice: string): string => `/api/sicap/procedure/${notice}/documents`;
  const signers = (notice: string): string => `/api/sicap/procedure/${notice}/signers`;

  test('signatures are listed one by one, with valid and invalid verdicts', async () => {
    const { body } = await get(signers('CN2000001'));
    assert.deepEqual(
      body.data.map(({ documentId, verdict, chain, integrity }: Any) => [documentId, verdict, chain, integrity]),
      [
        ['CN2000001-00001', 'valid', 'trusted', 'intact'],
        ['CN2000001-00001', 'invalid', 'trusted', 'altered'],
        ['CN2000001-00004', 'indeterminate', 'unknown', 'unknown'],
      ],
    );
    const [valid, invalid, unread] = body.data;
    assert.equal(valid.signer.name, 'DRAGOMIRESCU VASILICA');
    assert.equal(valid.signer.certificateSerial, '5E21A0FF77');
    assert.equal(valid.revocation.status, 'good');
    assert.equal(valid.timestamp.valid, true);
    assert.equal(invalid.reasons[0].code, 'seals.contentAltered');
    assert.equal(unread.reasons[0].code, 'seals.truncated');
    assert.equal(unread.signer, null);
    assert.deepEqual(body.meta.signatures, {
      documents: 4,
      signed: 2,
      unsigned: 1,
      notOpened: 0,
      failed: 1,
      withheld: 0,
    });
  });

  test('a hidden signer is not named, and the certificate number is removed with the name', async () => {
    const { body } = await get(signers('CN2000006'));
    assert.equal(body.data[0].signer.name, 'HASDEU ZAMFIRA');
    await hidePerson(service.store.state, {
      person_id: 'd0000000000000000000009',
      name: 'Hașdeu Zamfira',
      reason: 'asked',
      hidden_at: new Date().toISOString(),
    });
    let hidden: Any = null;
    await until('the name is redacted', async () => {
      hidden = (await get(signers('CN2000006'))).body;
      return hidden.data[0].signer.name !== 'HASDEU ZAMFIRA';
    });
    assert.doesNotMatch(JSON.stringify(hidden), /ha[sș]deu|zamfira/i);
    assert.equal(hidden.data[0].signer.certificateSerial, null);
    assert.equal(hidden.data[0].signer.certificateSha256, null);
    const { body: entries } = await get(documents('CN2000006'));
    assert.doesNotMatch(JSON.stringify(entries), /ha[sș]deu|zamfira/i);
  });
});
