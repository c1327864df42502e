/** The document of a company, or of several, as an answer: where it comes from, and how old and how sure it is. */

import type { AnswerMeta, Call, RenderedData } from '#api/endpoint.ts';
import { windowSeconds } from '#api/operation-result.ts';
import { missingParts, type PartProvenance, provenanceOf } from '#api/provenance.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { instantOf, msOf } from '#lib/values/instant.ts';
import { authorityStamp, silenceTold } from './authority-provenance.ts';
import type { Found } from './lookup.ts';
import type { CompanyNeeds } from './needs.ts';

const kept = new WeakMap<Dataset, PartProvenance & { notLoaded: string[] }>();

/** The same for every company of a generation. */
const companyStamps = (dataset: Dataset) =>
  kept.getOrInsertComputed(dataset, () => ({
    ...provenanceOf(dataset, 'registry', 'finances', 'shareholders', 'debts'),
    // Of the balance sheets only the main activity stands in it: that a newer file was not taken over makes no answer stale.
    stale: provenanceOf(dataset, 'registry', 'shareholders', 'debts').stale,
    notLoaded: missingParts(dataset, 'finances', 'shareholders', 'debts'),
  }));

export function companyAnswer(
  found: Found,
  { dataset }: Call,
  { pages }: CompanyNeeds,
): { data: RenderedData; meta: AnswerMeta } {
  const stamps = companyStamps(dataset);
  const { fetchedAt, document, cached, silent } = found;
  const heard = { fetchedAt, state: silent };
  const meta: AnswerMeta = {
    source: fetchedAt === null ? 'onrc' : 'anaf',
    sources: stamps.sources,
    cached,
    stale: found.stale || stamps.stale,
    pending: found.pending ? ['fiscal'] : [],
    notLoaded: stamps.notLoaded,
    warnings: silent === null ? stamps.warnings : [...silenceTold(heard), ...stamps.warnings],
  };
  if (fetchedAt !== null || silent !== null) meta.sources = [authorityStamp(heard, 'fiscal', pages), ...stamps.sources];
  if (fetchedAt !== null) {
    meta.cachedAt = fetchedAt;
    meta.freshUntil = instantOf(msOf(fetchedAt) + windowSeconds['24h'] * 1000);
  }
  return { data: document, meta };
}
