/** What several signatures are worth together: the worst of them. */
import type { DocumentRow } from '#domain/documents/tables/rows.ts';
import type { Verdict } from '#lib/signatures/verdict.ts';

const WORST: readonly Verdict[] = ['invalid', 'indeterminate', 'valid'];

/** Null when there is none. */
export function worstOf(verdicts: Iterable<Verdict | null>): Verdict | null {
  const all = new Set(verdicts);
  return WORST.find((verdict) => all.has(verdict)) ?? null;
}

/** Of a document with those of its signatures that lie beside it, among the others of its version. */
export const verdictAmong = (row: DocumentRow, documents: readonly DocumentRow[]): Verdict | null =>
  worstOf([row, ...documents.filter(({ signs }) => signs === row.id)].map(({ verdict }) => verdict));
