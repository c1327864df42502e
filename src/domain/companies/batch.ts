/** Rows of the batch look-up. Companies are inserted as their stored bytes, without parsing. */

import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import type { Call } from '#api/endpoint.ts';
import { type Language, translate } from '#lib/i18n/message.ts';
import { closed, field, orNone } from '#lib/schema/fields.ts';
import { etagOf } from '#lib/values/hash.ts';
import { messages } from '#locales/messages.ts';
import { Company } from './company.ts';
import type { LookupResult } from './lookup.ts';
import type { CompanyDocument } from './render.ts';
import { combineStates, rowsUnavailableError } from './tax-authority.ts';

export const BatchRow = Type.Object(
  {
    input: field(Type.String(), {
      en: 'As sent.',
      ro: 'Așa cum a fost trimis.',
      heading: { en: 'Sent', ro: 'Cod trimis' },
    }),
    cui: orNone(Type.String(), {
      en: 'The fiscal code it was read as; null when it is none.',
      ro: 'Codul fiscal care s-a înțeles; null când nu este niciunul.',
    }),
    found: field(Type.Boolean(), { en: 'Whether `company` is there.', ro: 'Dacă există `company`.' }),
    company: orNone(Company, {
      en: 'The company, as in a single look-up.',
      ro: 'Firma, ca la o singură căutare.',
      heading: { en: 'Company', ro: 'Firmă' },
    }),
    error: orNone(
      Type.Object(
        {
          code: field(Type.String(), { en: 'As in the table of errors.', ro: 'Ca în tabelul erorilor.' }),
          message: field(Type.String(), { en: 'What is wrong with this row.', ro: 'Eroarea acestui rând.' }),
        },
        { ...closed, title: 'BatchError' },
      ),
      { en: 'Why there is no company.', ro: 'De ce nu există firma.', heading: { en: 'Error', ro: 'Eroare' } },
    ),
    pending: field(Type.Boolean(), {
      en: 'The tax authority’s part is still being fetched; ask again in a few seconds.',
      ro: 'Partea de la ANAF încă se citește; repetați cererea peste câteva secunde.',
      heading: { en: 'Still being fetched', ro: 'În curs de obținere' },
    }),
    receipt: Type.Optional(
      orNone(Type.String(), {
        en: 'Only where receipts were requested: this row’s, as `meta.receipt` of a single look-up.',
        ro: 'Doar unde s-au cerut dovezi: cea a acestui rând, ca `meta.receipt` la o singură căutare.',
        heading: { en: 'Receipt', ro: 'Dovada verificării' },
      }),
    ),
  },
  { ...closed, title: 'BatchRow' },
);

export function renderBatch(
  inputs: readonly string[],
  cuis: readonly (string | null)[],
  results: ReadonlyMap<string, LookupResult | ApiError>,
  language: Language = 'en',
  receipts?: ReadonlyMap<string, string | null>,
): CompanyDocument {
  const chunks: Uint8Array[] = [];
  inputs.forEach((input, i) => {
    const cui = cuis[i] ?? null;
    const one = cui === null ? malformed : results.get(cui);
    const receipt = receipts ? `,"receipt":${JSON.stringify(receipts.get(cui ?? '') ?? null)}` : '';
    chunks.push(Buffer.from(`${i === 0 ? '[' : ','}{"input":${JSON.stringify(input)},"cui":${JSON.stringify(cui)},`));
    if (one === undefined || one instanceof ApiError) {
      const error = {
        code: one?.code ?? 'INTERNAL_ERROR',
        message: one?.in(language).message ?? translate(messages.companies.noRow(), language),
      };
      const pending = error.code === 'UPSTREAM_TIMEOUT';
      chunks.push(
        Buffer.from(`"found":false,"company":null,"error":${JSON.stringify(error)},"pending":${pending}${receipt}}`),
      );
    } else {
      chunks.push(
        Buffer.from('"found":true,"company":'),
        one.document.bytes,
        Buffer.from(`,"error":null,"pending":${one.pending}${receipt}}`),
      );
    }
  });
  chunks.push(Buffer.from(']'));
  const bytes = Buffer.concat(chunks);
  return { bytes, etag: etagOf(bytes) };
}

/** One payment covers all rows or none: a batch with a row that the tax authority left unanswered fails. An unassigned code is an answer. */
export function assertComplete(
  cuis: readonly (string | null)[],
  results: ReadonlyMap<string, LookupResult | ApiError>,
): void {
  const open = cuis.flatMap((cui, i) => {
    const one = results.get(cui ?? '');
    return one instanceof ApiError && one.status >= 500
      ? { in: 'body' as const, name: `cuis/${i}`, problem: one.explanation ?? messages.companies.noRow() }
      : [];
  });
  if (open.length > 0) throw rowsUnavailableError(open, cuis.length);
}

/** Browsers on the service's own pages are not charged and check at most this many at once. */
const VISITORS_BATCH_MAX = 20;

export function assertFewEnough(count: number, { caller, transport }: Call): void {
  if (transport === 'api' || caller.pro || count <= VISITORS_BATCH_MAX) return;
  throw new ApiError('INVALID_BODY', messages.companies.visitorsBatch({ max: VISITORS_BATCH_MAX }));
}

/** A batch takes the oldest instant and the worst state of its rows, so that a failed query is never cached as an answer. */
export function combineResults(results: ReadonlyMap<string, LookupResult | ApiError>): Omit<LookupResult, 'document'> {
  const all = [...results.values()].filter((one) => !(one instanceof ApiError)) as LookupResult[];
  const failed = (code: ApiError['code']): boolean =>
    [...results.values()].some((one) => one instanceof ApiError && one.code === code);
  const combined = combineStates(all.map(({ fetchedAt, authority }) => ({ fetchedAt, state: authority })));
  const failure = failed('UPSTREAM_UNAVAILABLE') ? 'unreachable' : failed('UPSTREAM_TIMEOUT') ? 'pending' : null;
  return {
    fetchedAt: combined.fetchedAt,
    authority: combined.state === 'unreachable' ? combined.state : (failure ?? combined.state),
    stale: all.some((one) => one.stale) || failed('UPSTREAM_UNAVAILABLE'),
    pending: all.some((one) => one.pending) || failed('UPSTREAM_TIMEOUT'),
    cached: all.every((one) => one.cached),
  };
}

const malformed = new ApiError('INVALID_PARAMETER', messages.operations.noCui());
