/** The operations as they are declared: of an application over an empty store, so that nothing has to be built or served. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Operation } from '#api/endpoint.ts';
import { offline } from '#data/live/ports.ts';
import { openStore } from '#data/store/open.ts';
import { demoProfile } from '#demo-country/installation/profile.ts';
import { app } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { knownSecrets } from '#test/support/known-secrets.ts';

export async function declaredOperations(): Promise<Operation[]> {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-generate-'));
  try {
    // None of the machine's own settings.
    const config = readConfig({ FIRMOTECA_DATA: folder });
    const store = await openStore({ databaseUrl: null, folder, country: config.country });
    const log = { access: null, error: (error: unknown) => console.error(error) };
    const profile = demoProfile(knownSecrets.personKey);
    const { operations, close } = await app({ config, secrets: knownSecrets, store, live: offline, profile, log });
    await close();
    await store.close();
    return operations;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
