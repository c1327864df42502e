/** A process that collects one notice into an installation and prints every stored file; it may be killed at any moment. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '#data/sources/client.ts';
import { openDocumentsClient } from '#data/sources/procurement/site/documents-client.ts';
import { realClock } from '#data/sources/retry.ts';
import { openStore } from '#data/store/open.ts';
import { openFolderBlobs } from '#domain/documents/blobs/folder-blobs.ts';
import { collectNotice } from '#domain/documents/collection/collect.ts';
import { createUnpacker } from '#domain/documents/readers/file-reader.ts';

const [run, folder = '', address = '', notice = '', systemId, typeId, databaseUrl = null] = process.argv.slice(2);
const store = await openStore({ databaseUrl, folder, country: 'demo' });
const blobs = await openFolderBlobs(join(folder, 'documents'));
const unpacker = createUnpacker();
mkdirSync(join(folder, 'coming'), { recursive: true });
await collectNotice(
  { notice, systemId: Number(systemId), typeId: Number(typeId) },
  {
    db: store.documents,
    blobs: {
      ...blobs,
      async put(...file) {
        await blobs.put(...file);
        process.stdout.write('kept\n');
      },
    },
    documentsClient: (signal) =>
      openDocumentsClient({ client: createClient(), address, turn: async () => {}, clock: realClock, signal }),
    open: async () => {},
    unpack: unpacker.unpack,
    folder: join(folder, 'coming'),
    holder: `run ${run}`,
    // A killed process holds its lock for half a minute, so this one runs later.
    now: () => Date.now() + Number(run) * 60_000,
  },
  new AbortController().signal,
);
unpacker.close();
await store.close();
