/** Operations on procurement asked of a dataset as a Pro key would ask them, without a service around. */
import { registryNames } from '#companies/names-table.ts';
import { cursors } from '#http/cursor.ts';
import type { AnyEndpoint, Call, Page } from '#http/endpoint.ts';
import { operation } from '#http/perform.ts';
import { procurement } from '#procurement/endpoints.ts';
import { marketOf, topSuppliersOf } from '#procurement/market.ts';
import { topPartnersOf } from '#procurement/partners.ts';
import type { Dataset } from '#store/dataset.ts';

const endpoints = procurement({
  cursors: cursors('secret'),
  names: registryNames,
  county: (text) => text,
  market: marketOf,
  topSuppliers: topSuppliersOf,
  topPartners: topPartnersOf,
  example: { cui: '1', authority: '1', supplier: '2', notice: 'CN1', contract: '1', report: 'R1' },
});

/** Each made once: its schemas are compiled at its first question. */
const operations = new Map(
  Object.entries(endpoints).map(([id, declaration]) => [id, operation(id, declaration as AnyEndpoint)]),
);

export const NOW = Date.parse('2026-11-15T10:00:00Z');

export async function ask(dataset: Dataset, id: string, params: Record<string, string>, query = '', now = NOW) {
  const call = {
    caller: { kind: 'key', account: 'a', key: 'k', pro: true, address: '::1' },
    dataset,
    requestId: 'r',
    now,
    wantsFresh: false,
    signal: AbortSignal.timeout(30_000),
  } as Call;
  const asked = operations.get(id);
  if (!asked) throw new Error(`There is no operation ${id}.`);
  const { data, meta } = await asked.perform({ params, query, body: undefined }, call);
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into answers of every shape.
  return { data: JSON.parse(data as string) as any, page: meta.page as Page };
}
