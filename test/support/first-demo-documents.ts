/** The documents of a complete demo, for services assembled without a start. */
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import { openSqlite } from '#data/store/sqlite/database.ts';
import { collectFirstDocuments } from '#demo-country/installation/first-documents.ts';
import { demoSettings } from '#demo-country/installation/settings.ts';
import { countedBlobs } from '#domain/documents/blobs/blobs.ts';
import { openFolderBlobs } from '#domain/documents/blobs/folder-blobs.ts';
import type { DemoService } from './demo-service.ts';
import { copyTables, keptMade } from './snapshots.ts';

const TODAY = '2026-11-15';
const TABLES = 'documents.db';
const BLOBS = 'documents';
const TRUST = 'demo-trust';

/** For the demo country in the folder; both engines share one collection. */
export async function collectDemoDocuments({ folder, store }: Pick<DemoService, 'folder' | 'store'>): Promise<void> {
  const country = createHash('sha256')
    .update(readFileSync(join(folder, 'demo.json')))
    .digest('hex')
    .slice(0, 16);
  const stored = await keptMade(`documents_${country}`, (into) => collect(folder, into));
  for (const part of [BLOBS, TRUST]) cpSync(join(stored, part), join(folder, part), { recursive: true });
  // A copy: even a read-only SQLite connection writes files beside the database.
  const tables = join(folder, `collected-${TABLES}`);
  copyFileSync(join(stored, TABLES), tables);
  const collected = openSqlite(tables);
  try {
    await copyTables('documents', collected, store.documents);
  } finally {
    await collected.close();
    rmSync(tables);
  }
}

async function collect(country: string, into: string): Promise<void> {
  const documents = openSqlite(join(into, TABLES));
  try {
    await migrate(documents, migrationsOf('documents', documents.engine));
    await collectFirstDocuments({
      demo: demoSettings({ dataFolder: country, seed: '', companies: 0, today: () => TODAY }),
      today: TODAY,
      documents,
      blobs: countedBlobs(await openFolderBlobs(join(into, BLOBS)), documents),
      trust: join(into, TRUST),
      folder: join(into, 'documents-coming'),
      holder: 'tests',
      signal: new AbortController().signal,
    });
  } finally {
    await documents.close();
  }
}
