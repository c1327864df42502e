/** The procurement system of a simulated country and a store for its collected documents. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '#data/sources/client.ts';
import { openDocumentsClient } from '#data/sources/procurement/site/documents-client.ts';
import type { SiteLock } from '#data/sources/procurement/site/site.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { country } from '#demo-country/country.ts';
import { dayNumber } from '#demo-country/days.ts';
import { documentationOn, documentedProcedures } from '#demo-country/documents/documentation.ts';
import type { Conduct, Documentation } from '#demo-country/documents/types.ts';
import { awardNumberOf, noticeNumberOf } from '#demo-country/procurement/export-rows.ts';
import { AWARD_ID } from '#demo-country/procurement/list-awards.ts';
import { NOTICE_ID } from '#demo-country/procurement/list-notices.ts';
import { type CountryServer, serveCountry } from '#demo-country/server.ts';
import type { Blobs } from '#domain/documents/blobs/blobs.ts';
import { openFolderBlobs } from '#domain/documents/blobs/folder-blobs.ts';
import { runCollector } from '#domain/documents/collection/collector.ts';
import type { CollectedNotice, CollectionContext } from '#domain/documents/collection/versions.ts';
import { createUnpacker } from '#domain/documents/readers/file-reader.ts';
import type { Limits } from '#lib/safe-fetch/exchange.ts';
import type { Place } from './both-engines.ts';

const FOUNDED = '2026-11-15';
const REPORTED = 1_000_003;

export interface DocumentedCountry extends CountryServer {
  /** The current day of the test. */
  today: string;
  /** The first procedure with this conduct, as of today; `isRevised`: one with three versions. */
  documentation(conduct: Conduct, isRevised?: boolean): Documentation;
  /** A procedure whose notice is an electronic form. */
  form(): Documentation;
  asked(documentation: Documentation): CollectedNotice;
  /** An award notice with supplier-performance reports. */
  awardWithReports(): { notice: string; systemId: number };
}

export async function documentedCountry(): Promise<DocumentedCountry> {
  const demo = country({ seed: 'collected', companies: 400, founded: FOUNDED });
  const system = demo.procurement();
  const own = { today: FOUNDED };
  const server = await serveCountry(demo, { folder: '.', port: 0, host: '127.0.0.1', today: () => own.today });
  return Object.assign(own, server, {
    documentation(conduct: Conduct, isRevised = false): Documentation {
      const location = documentedProcedures(system).find(
        (each) => each.conduct === conduct && each.isRevised === isRevised,
      );
      const documentation = location && documentationOn(system, location.procedure, dayNumber(own.today));
      if (!documentation) throw new Error(`No procedure is ${conduct}.`);
      return documentation;
    },
    form(): Documentation {
      const location = documentedProcedures(system).find(({ procedure: { type } }) => type.prefix === 'PC');
      const documentation = location && documentationOn(system, location.procedure, dayNumber(own.today));
      if (!documentation) throw new Error('No documented concession.');
      return documentation;
    },
    asked: ({ procedure }: Documentation): CollectedNotice => ({
      notice: noticeNumberOf(procedure),
      systemId: NOTICE_ID + procedure.number,
      typeId: procedure.type.typeId,
    }),
    awardWithReports() {
      // The award of the showcase.
      const award = system
        .awards(dayNumber(own.today))
        .find(({ procedure, isSubsequent }) => procedure.number === REPORTED && !isSubsequent);
      if (!award) throw new Error('The showcase has no award notice with reports.');
      return { notice: awardNumberOf(award), systemId: AWARD_ID + award.number };
    },
  });
}

export interface CollectingPlace {
  store: Store;
  blobs: Blobs;
  needs: CollectionContext;
  close(): Promise<void>;
}

/** Without pauses: neither for the pace nor for retries. */
const patience = { sleep: async (): Promise<void> => {}, random: () => 0.5 };

/** Runs the collector until its queue, and with `prefetches` the documentations due ahead, are done. */
export async function collectUntilIdle(
  { needs }: CollectingPlace,
  dataset: Dataset,
  prefetches: boolean,
  now: () => number,
): Promise<void> {
  const over = new AbortController();
  const errors: unknown[] = [];
  await runCollector(
    {
      collect: needs,
      quota: { db: needs.db, blobs: needs.blobs, bytesMax: 1e12, days: null, now },
      dataset: async () => ({ id: dataset.manifest.id, db: dataset.partGroup('procurement') as Dataset['db'] }),
      prefetches,
      backgroundTasks: [],
      // No request arrives while it runs.
      sleep: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
      idle: async () => over.abort(),
      onError: (error) => errors.push(error),
    },
    over.signal,
  );
  assert.deepEqual(errors, []);
}

export interface CollectingOptions {
  address: string;
  open?: CollectionContext['open'];
  holder?: string;
  limits?: Partial<Limits>;
  now?: () => number;
  /** The stored lock of a blocked site; default: none. */
  hold?: (store: Store) => SiteLock;
}

export async function collectingPlace(location: Place, options: CollectingOptions): Promise<CollectingPlace> {
  const folder = mkdtempSync(join(location.folder, 'collecting-place-'));
  const store = await openStore({ databaseUrl: location.databaseUrl, folder, country: 'demo' });
  const blobs = await openFolderBlobs(join(folder, 'documents'));
  const unpacker = createUnpacker();
  mkdirSync(join(folder, 'coming'));
  const { address, open = async () => {}, holder: owner = 'test', now = Date.now, limits } = options;
  const needs: CollectionContext = {
    db: store.documents,
    blobs,
    documentsClient: (signal) =>
      openDocumentsClient({
        client: createClient(),
        address,
        turn: async () => {},
        hold: options.hold?.(store),
        clock: patience,
        signal,
        ...(limits && { limits }),
      }),
    open,
    unpack: unpacker.unpack,
    folder: join(folder, 'coming'),
    holder: owner,
    now,
  };
  return {
    store,
    blobs,
    needs,
    async close() {
      unpacker.close();
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}
