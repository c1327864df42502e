/** What answers about balance sheets say of themselves. */

import type { AnswerMeta, Call } from '#api/endpoint.ts';
import { awaited, missingParts, provenanceOf } from '#api/provenance.ts';
import { type AuthorityPages, authorityStamp } from '#domain/companies/authority-provenance.ts';
import type { Day } from '#lib/values/date.ts';
import { instantOf } from '#lib/values/instant.ts';
import { messages } from '#locales/messages.ts';
import { isRecent } from './balance-years.ts';
import type { Finances } from './finances.ts';

/** `parts`: of the dataset, that have a share in the answer. */
export function financesMeta(
  finances: Finances,
  { dataset }: Call,
  pages: AuthorityPages,
  parts: readonly string[] = ['finances', 'rates'],
): AnswerMeta {
  const stamps = provenanceOf(dataset, ...parts);
  const { cached, service, unanswered } = finances;
  const meta: AnswerMeta = {
    source: 'anaf',
    sources: service ? [authorityStamp(service, 'balances', pages), ...stamps.sources] : stamps.sources,
    cached,
    stale: stamps.stale || finances.stale,
    pending: finances.pending.map((year) => `balance ${year}`),
    notLoaded: [...missingParts(dataset, 'finances'), ...awaited(dataset, ...parts)],
    warnings:
      unanswered.length > 0
        ? [messages.companies.balancesSilent({ years: unanswered.join(', ') }), ...stamps.warnings]
        : stamps.warnings,
  };
  if (Number.isFinite(finances.freshUntil)) meta.freshUntil = instantOf(finances.freshUntil);
  return meta;
}

/** Of the last eight years: who reads that would take them for the eight before today, where the company stopped filing long ago. */
export function lastYearsMeta(finances: Finances, call: Call, pages: AuthorityPages, today: Day): AnswerMeta {
  const meta = financesMeta(finances, call, pages);
  const [newest] = finances.recent;
  const old = newest && !isRecent(newest.year, today) ? [messages.companies.oldBalances({ year: newest.year })] : [];
  return { ...meta, warnings: [...old, ...(meta.warnings ?? [])], extra: finances.coverage };
}
