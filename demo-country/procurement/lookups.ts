/** The small questions behind the lists: suppliers and CPV codes by their numbers, entities, the clock. */

import { type Answer, json, plain } from '#demo-country/answer.ts';
import { fold } from '#lib/values/text.ts';
import type { Authority } from './authorities.ts';
import { CATEGORIES, type Cpv, cpvVocabulary } from './cpv.ts';
import type { Party } from './party.ts';
import type { Procurement } from './system.ts';
import { coded } from './wire.ts';

const PAGE_SIZE_MAX = 100;

function pageOf<Row>(rows: readonly Row[], query: URLSearchParams, item: (row: Row) => object): Answer {
  const size = Math.min(Number(query.get('pageSize')) || 10, PAGE_SIZE_MAX);
  const start = (Number(query.get('pageIndex')) || 0) * size;
  return json({ total: rows.length, items: rows.slice(start, start + size).map(item), searchTooLong: false });
}

/** By the beginning of the fiscal code, or by a part of the name. */
export function searchSuppliers({ suppliers }: Procurement, query: URLSearchParams): Answer {
  const filter = fold(query.get('filter') ?? '').trim();
  const hits = [...suppliers.all().values()].filter(({ cui, spellings: [first] }) =>
    /^\d/.test(filter) ? (cui ?? first?.code ?? '').startsWith(filter) : fold(first?.name ?? '').includes(filter),
  );
  return pageOf(hits, query, ({ id, cui, spellings: [first] }) =>
    coded(id, `${cui ?? first?.code ?? ''} ${first?.name ?? ''}`),
  );
}

/** The same of authorities. */
export function searchAuthorities({ authorities }: Procurement, query: URLSearchParams): Answer {
  const filter = fold(query.get('filter') ?? '').trim();
  const hits = authorities.all.filter(({ cui, name }) =>
    /^\d/.test(filter) ? String(cui).startsWith(filter) : fold(name).includes(filter),
  );
  return pageOf(hits, query, ({ id, code, name }) => coded(id, `${code} ${name}`));
}

/** Children of one code, or whatever code or title contains the filter; with neither, the divisions. */
export function searchCpvs(query: URLSearchParams): Answer {
  const filter = fold(query.get('filter') ?? '').trim();
  const parent = Number(query.get('parentId')) || null;
  const hits = cpvVocabulary().all.filter(
    (cpv) => (filter === '' ? cpv.parentId === parent : matches(cpv, filter)) && (!parent || cpv.parentId === parent),
  );
  return pageOf(hits, query, ({ id, printed, code, check }) => ({ id, text: printed, localeKey: `${code}-${check}` }));
}

/** The grouping that lists are filtered by, the system's own. */
export const cpvCategories = (): Answer => json({ results: CATEGORIES.map(([text], i) => coded(i + 1, text)) });

export function searchCpv(query: URLSearchParams): Answer {
  const text = fold(query.get('text') ?? '').trim();
  const hits = text === '' ? [] : cpvVocabulary().all.filter((cpv) => matches(cpv, text));
  return json(
    hits.slice(0, PAGE_SIZE_MAX).map(({ id, code, check, title, parentId, hasChildren }) => ({
      cpvCodeID: id,
      code: `${code}-${check}`,
      name: title,
      parentID: parentId,
      hasChildren,
    })),
  );
}

const matches = ({ code, title }: Cpv, text: string): boolean => code.startsWith(text) || fold(title).includes(text);

export function authorityView({ authorities }: Procurement, id: number): Answer {
  const authority = authorities.all.find((each) => each.id === id);
  return authority ? json(entity(authority, authority)) : plain('Bad Request', 400);
}

export function supplierView({ suppliers }: Procurement, id: number): Answer {
  const [party] = suppliers.all().get(id)?.spellings ?? [];
  return party ? json(entity(party, null)) : plain('Bad Request', 400);
}

const entity = (party: Party, authority: Authority | null) => ({
  entityId: party.id,
  fiscalNumber: party.code,
  numericFiscalNumber: party.code?.replace(/[^0-9]/g, '') ?? '',
  entityName: party.name,
  city: party.city,
  county: party.county,
  country: party.country,
  postalCode: party.postalCode,
  isUtility: authority?.isUtility ?? false,
  sysEntityTypeId: authority ? 1 : 2,
});
