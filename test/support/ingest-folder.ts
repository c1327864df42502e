/** An empty installation for ingesting publications, and its answers about a company. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { type Acceptance, WHOLE_ONLY } from '#data/ingest/completeness.ts';
import { silent } from '#data/ingest/progress.ts';
import { findPublications } from '#data/ingest/publications.ts';
import type { IngestReport } from '#data/ingest/report.ts';
import { ingest } from '#data/ingest/run.ts';
import { openStore, type Store } from '#data/store/open.ts';
import type { Company } from '#domain/companies/company.ts';
import type { Engine, Place } from './both-engines.ts';
import { companyOf } from './company-answers.ts';

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** An empty folder for publications, removed after the tests. */
export function publications(): string {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-published-'));
  folders.push(folder);
  return folder;
}

export interface Installation {
  place: Place;
  store: Store;
  read(
    folder: string,
    options?: { strict?: boolean; personKey?: string; accept?: Partial<Acceptance> },
  ): Promise<IngestReport>;
  query<R>(sql: string): Promise<R[]>;
  companyOf(cui: string): Promise<Company>;
}

export async function installation(engine: Engine): Promise<Installation> {
  const location = await engine.place();
  const opened = await openStore({ databaseUrl: location.databaseUrl, folder: location.folder, country: 'demo' });
  // The generations of the location have no grace period for old ones.
  await opened.generations.close();
  const generations = await location.generations('demo');
  const { state, live } = opened;
  const query = <R>(sql: string): Promise<R[]> => {
    const dataset = generations.current();
    assert.ok(dataset, 'a generation is served');
    return dataset.db.all<R>(sql);
  };
  return {
    place: location,
    store: {
      ...opened,
      generations,
      async close() {
        await generations.close();
        await live.close();
        await state.close();
      },
    },
    async read(folder, { strict = false, personKey = 'the key of this test', accept = {} } = {}) {
      const found = await findPublications(folder);
      return ingest({
        generations,
        state,
        live,
        publications: found,
        personKey,
        strict,
        accept: { ...WHOLE_ONLY, ...accept },
        progress: silent,
      });
    },
    query,
    async companyOf(cui) {
      return companyOf(generations.current() ?? assert.fail('a generation is served'), String(cui));
    },
  };
}
