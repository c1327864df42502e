/** Searches for words and phrases in a documentation of 4,000 pages. */
import { join } from 'node:path';
import { openStore } from '#data/store/open.ts';
import { random } from '#demo-country/random.ts';
import { storedText } from '#domain/documents/opener/stored-text.ts';
import { search } from '#domain/documents/search/search.ts';
import { contentStatements } from '#domain/documents/tables/contents-table.ts';
import { noHiddenPersons } from '#lib/redaction/hidden-names.ts';
import { besideFts5, recallRemark } from './documents-baseline.ts';
import { sentence } from './documents-corpus.ts';
import { type Findings, type Timed, timesRow } from './table.ts';

const CONTENTS = 40;
const PAGES = 100;
const ROUNDS = 200;
const SHOWN = 10;
const requested: Record<string, string> = {
  'a rare word': 'necropole',
  'a common word': 'contractului',
  'two words': 'garanția lucrărilor',
  'a phrase': '"fără TVA"',
  'a sentence': 'care este termenul de livrare al produselor la sediul autorității',
};

export async function searched(folder: string): Promise<Findings> {
  const store = await openStore({ databaseUrl: null, folder: join(folder, 'store'), country: 'demo' });
  try {
    const db = store.documents;
    const roll = random(3, 3, 'bench search');
    const started = performance.now();
    for (let content = 0; content < CONTENTS; content++) {
      const pages = Array.from({ length: PAGES }, () => Array.from({ length: 8 }, () => sentence(roll)).join('\n'));
      if (content === 7) pages[50] += '\nNecropole.';
      await db.write(written(content, pages));
    }
    const seconds = (performance.now() - started) / 1_000;
    const keys = (await db.all<{ key: number }>('select key from content')).map(({ key }) => key);
    const rows = [];
    for (const [name, question] of Object.entries(requested)) {
      const times: Timed[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const began = process.cpuUsage();
        const found = await search(question, { db, contents: keys, hidden: noHiddenPersons });
        await found?.shown(0, SHOWN);
        const { user, system } = process.cpuUsage(began);
        times.push({ ms: (user + system) / 1_000, of: question });
      }
      rows.push(timesRow(name, times));
    }
    rows.push(...(await besideFts5(db, join(folder, 'fts5'), requested, { rounds: ROUNDS, shown: SHOWN })));
    return {
      name: 'documents-search',
      title: `${CONTENTS * PAGES} pages searched, with the snippets of the first ${SHOWN}: milliseconds of CPU, SQLite`,
      columns: ['', 'questions', 'p50', 'p90', 'p99', 'slowest'],
      rows,
      remarks: [`Aim: p99 of 30 ms. Writing and indexing took ${seconds.toFixed(1)} s.`, await recallRemark()],
    };
  } finally {
    await store.close();
  }
}

function written(content: number, texts: string[]) {
  const text = texts.join('\f');
  let start = 0;
  const pages = texts.map((page, i) => {
    const span = { number: i + 1, start, end: start + page.length, source: 'text' as const };
    start += page.length + 1;
    return span;
  });
  const reading = {
    kind: 'pdf' as const,
    mediaType: 'application/pdf',
    seals: 0,
    state: 'read' as const,
    text: { text, pages },
    pagesCount: pages.length,
    missing: [],
    entries: null,
    reason: null,
  };
  const sha256 = content.toString(16).padStart(64, '0');
  return contentStatements(sha256, reading, storedText(reading), new Date());
}
