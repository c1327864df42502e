/** The documents of the examples in the small country: two versions of a procedure, signed, replaced and renamed. */

import type { Database } from '#data/store/database.ts';
import { showcaseProcurement } from '#demo-country/procurement/frame.ts';
import type { Blobs } from '#domain/documents/blobs/blobs.ts';
import { fillDocuments, signerOf } from './filled-documents.ts';

const specification = (deadline: string): string =>
  `CAIET DE SARCINI\n\nObiectul achiziției îl constituie pompe.\n\nTermenul de livrare este de ${deadline} zile.\n\nGaranția este de 24 de luni.`;

export async function storeSmallDocuments(documents: Database, blobs: Blobs): Promise<void> {
  const { notice } = showcaseProcurement;
  const signed = { kind: 'cms', signers: [signerOf({})] } as const;
  const text = (deadline: string) => ({
    content: specification(deadline),
    pages: [specification(deadline)],
    sealed: signed,
  });
  await fillDocuments(documents, blobs, {
    notice,
    state: 'available',
    documents: [
      { code: `${notice}/00001`, name: 'Caiet de sarcini.txt.p7m', versions: [1], ...text('30') },
      {
        code: `${notice}/00002`,
        name: 'Formulare.txt',
        versions: [1, 2],
        content: 'Formular 1',
        pages: ['Formular 1'],
      },
      { code: `${notice}/00011`, name: 'Caiet de sarcini.txt.p7m', versions: [2], ...text('45') },
      {
        code: `${notice}/00004`,
        name: 'Răspuns la clarificări.txt',
        section: 'clarification',
        versions: [2],
        content: 'Termenul de livrare se prelungește.',
        pages: ['Termenul de livrare se prelungește.'],
      },
    ],
  });
}
