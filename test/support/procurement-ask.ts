/** Procurement operations called on a dataset with a Pro key, without a service. */
import { cursors } from '#api/cursor.ts';
import { operationsOf, type Page } from '#api/endpoint.ts';
import type { Database } from '#data/store/database.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { registryNames } from '#domain/companies/facts-table.ts';
import { documentationLists, storedDocumentations } from '#domain/documents/tables/procedures-table.ts';
import { analyses } from '#domain/procurement/analyses.ts';
import type { ProcurementContext } from '#domain/procurement/context.ts';
import { procurement } from '#domain/procurement/endpoints.ts';
import { noHiddenPersons } from '#lib/redaction/hidden-names.ts';
import { proVisit } from './pro-context.ts';

/** The number of rows of each read in the analytics worker. */
export const readAside: number[] = [];

/** The hidden persons, set by a test. */
export const persons = { hidden: noHiddenPersons };

const needs: ProcurementContext = {
  hidden: () => persons.hidden,
  cursors: cursors('secret'),
  names: registryNames,
  county: (text) => text,
  documentations: async () => new Map(),
  documentationLists: { places: async () => [], count: async () => 0, looked: async () => '[]' },
  reportDocuments: async () => new Map(),
  analyses: {
    ...analyses,
    async queryRows(...requested) {
      const rows = await analyses.queryRows(...requested);
      readAside.push(rows.length);
      return rows;
    },
  },
  example: { cui: '1', authority: '1', supplier: '2', notice: 'CN1', contract: '1', report: 'R1' },
};

export const NOW = Date.parse('2026-11-15T10:00:00Z');

/** Creates each operation once: its schemas are compiled at the first call. */
export function callerOf(declared: Parameters<typeof operationsOf>[0]) {
  const operations = new Map(operationsOf(declared).map((operation) => [operation.id, operation]));
  return async (dataset: Dataset, id: string, params: Record<string, string>, query = '', now = NOW) => {
    const context = await proVisit(dataset, now);
    const requested = operations.get(id);
    if (!requested) throw new Error(`There is no operation ${id}.`);
    const { data, meta } = await context.execute(requested, () => ({ params, query, body: undefined }));
    const text = data instanceof Uint8Array ? Buffer.from(data).toString() : data;
    return {
      // biome-ignore lint/suspicious/noExplicitAny: the tests read answers of every shape.
      data: (typeof text === 'string' && text !== '' ? JSON.parse(text) : null) as any,
      page: meta.page as Page,
      meta,
    };
  };
}

export const ask = callerOf(procurement(needs));

/** With a documents store. */
export const askerWith = (documents: Database) =>
  callerOf(
    procurement({
      ...needs,
      documentations: (notices) => storedDocumentations(documents, notices),
      documentationLists: documentationLists(documents),
    }),
  );
