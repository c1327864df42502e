/** One rendered answer per fiscal code: the `companies` part. */

import type { Part, PartBuild } from '#data/store/dataset.ts';
import { readNames } from '#domain/companies/facts-table.ts';
import { renderDocument } from '#domain/companies/render.ts';
import { document, documentTables } from '#domain/companies/tables.ts';
import { pagesOfFacts } from './document-facts.ts';
import type { Step } from './progress.ts';

/** Hidden persons change from one moment to the next: whoever serves renders their companies anew. */
const NOBODY: ReadonlySet<string> = new Set();

export async function loadDocuments(part: PartBuild, reading: readonly Part[], step: Step): Promise<number> {
  await part.execute(documentTables);
  const has = (name: string) => reading.some((each) => each.name === name);
  const loaded = {
    finances: has('finances'),
    shareholders: has('shareholders'),
    debts: has('debts'),
    entities: has('entities'),
  };
  const names = await readNames({ db: part.db, manifest: { parts: reading } });
  let count = 0;
  for await (const page of pagesOfFacts(part.db, loaded)) {
    const rows = page.map((facts) => {
      const { bytes, etag } = renderDocument(facts, names, NOBODY);
      return { cui: Number(facts.cui), etag, body: bytes };
    });
    count += await part.load(document, rows);
    step.at(count, count);
  }
  return count;
}
