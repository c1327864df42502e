/** Documentation in every state, and the texts in it that must never reach a caller without Pro. */

import assert from 'node:assert/strict';
import { messages } from '#locales/messages.ts';
import { fillDocuments, signerOf } from './filled-documents.ts';
import type { SmallService } from './small-service.ts';

const CNP = '1800101221144';
const EXCERPT = `Responsabil: ${CNP}, Tăinuitul Conținut al caietului.`;

/** Every secret text in these answers contains one of these words. */
export function assertNoSecret(text: string, where: string): void {
  for (const secret of [
    'Tăinuitul',
    'DRAGOMIRESCU',
    'VASILICA',
    '5E21A0FF77',
    'c'.repeat(64),
    CNP,
    'PIATRA VULTURULUI',
  ])
    assert.ok(!text.includes(secret) && !text.includes(Buffer.from(secret).toString('latin1')), `${where}: ${secret}`);
}

/** Walks the whole answer: no field with content or identity, whatever its name, and no secret text. */
export function assertNothingPrivate(body: unknown): void {
  assertNoSecret(JSON.stringify(body), 'answer');
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (/^(content|signer|excerpt|text[A-Z]?rl|downloadUrl|identity|certificateS.*|organisation|issuer)$/i.test(name))
        assert.equal(inner, null, `${path}.${name}`);
      walk(inner, `${path}.${name}`);
    }
  };
  walk(body, '');
}

export async function fillStates({ store: { documents: db }, blobs }: SmallService): Promise<void> {
  const two = {
    kind: 'cms',
    signers: [
      signerOf({}),
      signerOf(
        { name: 'DRAGOMIRESCU VASILICA AL DOILEA' },
        { verdict: 'invalid', integrity: 'altered', reasons: [messages.seals.contentAltered()] },
      ),
    ],
  } as const;
  const text = `${EXCERPT} ${'Cuvinte și iar cuvinte. '.repeat(400)}`;
  await fillDocuments(db, blobs, {
    notice: 'CN2000001',
    state: 'partial',
    reason: messages.collecting.someMissing({ missing: 1, count: 4 }),
    documents: [
      {
        code: 'CN2000001/00001',
        name: 'Caiet de sarcini – ăîâșț.txt.p7m',
        versions: [2],
        content: text,
        pages: [text],
        sealed: two,
      },
      { code: 'CN2000001/00002', name: 'Anexa.txt', versions: [1, 2], content: 'Anexă', pages: ['Anexă'] },
      {
        code: 'CN2000001/00003',
        name: 'Lipsă.pdf',
        versions: [2],
        state: 'failed',
        reason: messages.collecting.cutShort(),
      },
      {
        code: 'CN2000001/00004',
        name: 'Rupt.pdf.p7m',
        versions: [2],
        content: null,
        sealed: { kind: 'cms', signers: [] },
        reason: messages.seals.truncated(),
      },
    ],
  });
  const list = (notice: string, state: 'listed' | 'stored') =>
    ({ code: `${notice}/0000${state === 'stored' ? 1 : 2}`, name: 'A.pdf', versions: [1], state }) as const;
  await fillDocuments(db, blobs, {
    notice: 'CN2000002',
    state: 'collecting',
    documents: [list('CN2000002', 'listed')],
  });
  await fillDocuments(db, blobs, {
    notice: 'CN2000003',
    state: 'collecting',
    documents: [list('CN2000003', 'stored'), list('CN2000003', 'listed')],
  });
  await fillDocuments(db, blobs, { notice: 'CN2000004', state: 'none', documents: [] });
  await fillDocuments(db, blobs, {
    notice: 'CN2000005',
    state: 'withdrawn',
    documents: [{ code: 'CN2000005/00001', name: 'A.txt', versions: [1], content: 'Retras', pages: ['Retras'] }],
  });
  await fillDocuments(db, blobs, {
    notice: 'CN2000006',
    state: 'available',
    documents: [
      {
        code: 'CN2000006/00001',
        name: 'CV Zamfira Hasdeu.txt.p7m',
        versions: [1],
        content: 'Semnat de Zamfira Hașdeu.',
        pages: ['Semnat de Zamfira Hașdeu.'],
        sealed: { kind: 'cms', signers: [signerOf({ name: 'HASDEU ZAMFIRA' })] },
      },
    ],
  });
  await fillDocuments(db, blobs, {
    notice: 'CN2000007',
    state: 'failed',
    reason: messages.collecting.noneCame(),
    documents: [
      { code: 'CN2000007/00001', name: 'A.pdf', versions: [1], state: 'failed', reason: messages.collecting.refused() },
    ],
  });
  await fillDocuments(db, blobs, {
    notice: 'CN2000008',
    state: 'announced',
    reason: messages.collecting.away(),
    documents: [],
  });
  await fillDocuments(db, blobs, {
    notice: 'CN2000009',
    state: 'available',
    documents: [
      {
        code: 'CN2000009/00001',
        name: 'Reținut.txt.p7m',
        versions: [1],
        content: 'Reținut',
        pages: ['Reținut'],
        sealed: { kind: 'cms', signers: [signerOf({})] },
      },
    ],
  });
}
