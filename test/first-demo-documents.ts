/** The documents that a demo has when it is whole, for services that are put together without a start. */
import { join } from 'node:path';
import { collectFirstDocuments } from '#demo/first-documents.ts';
import { demoSettings } from '#demo/settings.ts';
import { countedBlobs } from '#documents/blobs/counted-blobs.ts';
import { openFolderBlobs } from '#documents/blobs/folder-blobs.ts';
import type { DemoService } from './demo-service.ts';

/** Of the demo country that its folder already holds. */
export async function collectDemoDocuments({ folder, store }: Pick<DemoService, 'folder' | 'store'>): Promise<void> {
  const today = '2026-11-15';
  await collectFirstDocuments({
    demo: demoSettings({ dataFolder: folder, seed: '', companies: 0, today: () => today }),
    today,
    documents: store.documents,
    blobs: countedBlobs(await openFolderBlobs(join(folder, 'documents')), store.documents),
    trust: join(folder, 'demo-trust'),
    folder: join(folder, 'documents-coming'),
    holder: 'tests',
    signal: new AbortController().signal,
  });
}
