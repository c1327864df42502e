/** Rows of the batch look-up. Companies are spliced in as the bytes they are stored as. */
import { Type } from 'typebox';
import { etagOf } from '#base/hash.ts';
import { closed, orNull } from '#base/schema.ts';
import { Problem } from '#operations/problem.ts';
import { said as ofAll } from '#operations/sentences.ts';
import { type Language, say } from '#sentences/sentence.ts';
import { rowsNotAnswered } from './authority-silence.ts';
import { Company } from './company.ts';
import type { Found } from './lookup.ts';
import type { CompanyDocument } from './render.ts';
import { said } from './sentences.ts';

export const BatchRow = Type.Object(
  {
    input: Type.String({ description: 'As sent.' }),
    cui: orNull(Type.String(), 'The fiscal code it was read as; null when it is none.'),
    found: Type.Boolean({ description: 'Whether `company` is there.' }),
    company: orNull(Company, 'The company, as in a single look-up.'),
    error: orNull(
      Type.Object(
        {
          code: Type.String({ description: 'As in the table of errors.' }),
          message: Type.String({ description: 'What is wrong with this row.' }),
        },
        { ...closed, title: 'BatchError' },
      ),
      'Why there is no company.',
    ),
    pending: Type.Boolean({
      description: 'The tax authority’s part is still being fetched; ask again in a few seconds.',
    }),
  },
  { ...closed, title: 'BatchRow' },
);

export function renderBatch(
  inputs: readonly string[],
  cuis: readonly (string | null)[],
  found: ReadonlyMap<string, Found | Problem>,
  language: Language = 'en',
): CompanyDocument {
  const chunks: Uint8Array[] = [];
  inputs.forEach((input, i) => {
    const cui = cuis[i] ?? null;
    const one = cui === null ? malformed : found.get(cui);
    chunks.push(Buffer.from(`${i === 0 ? '[' : ','}{"input":${JSON.stringify(input)},"cui":${JSON.stringify(cui)},`));
    if (one === undefined || one instanceof Problem) {
      const error = {
        code: one?.code ?? 'INTERNAL_ERROR',
        message: one?.in(language).message ?? say(said.noRow(), language),
      };
      const pending = error.code === 'UPSTREAM_TIMEOUT';
      chunks.push(Buffer.from(`"found":false,"company":null,"error":${JSON.stringify(error)},"pending":${pending}}`));
    } else {
      chunks.push(
        Buffer.from('"found":true,"company":'),
        one.document.bytes,
        Buffer.from(`,"error":null,"pending":${one.pending}}`),
      );
    }
  });
  chunks.push(Buffer.from(']'));
  const bytes = Buffer.concat(chunks);
  return { bytes, etag: etagOf(bytes) };
}

/**
 * One payment pays for all rows or for none: who pays gets no batch of which the tax authority left a row open. A code that
 * nobody has is an answer.
 */
export function assertAnswered(cuis: readonly (string | null)[], found: ReadonlyMap<string, Found | Problem>): void {
  const open = cuis.flatMap((cui, i) => {
    const one = found.get(cui ?? '');
    return one instanceof Problem && one.status >= 500
      ? { in: 'body' as const, name: `cuis/${i}`, problem: one.sentence ?? said.noRow() }
      : [];
  });
  if (open.length > 0) throw rowsNotAnswered(open, cuis.length);
}

const malformed = new Problem('INVALID_PARAMETER', ofAll.noCui());
