/** Baselines of the document search: the FTS5 index of SQLite on the same pages, and fifty queries with known answers. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Database } from '#data/store/database.ts';
import { openSqlite } from '#data/store/sqlite/database.ts';
import { openQuestioned, recallOf } from '#test/support/document-questions.ts';
import { collectedPlace } from '#test/support/stored-documents.ts';
import { type Timed, timesRow } from './table.ts';

/** FTS5 without stemming, set up as in its documentation: whole words, without case and diacritics. */
export async function besideFts5(
  db: Database,
  folder: string,
  requested: Readonly<Record<string, string>>,
  { rounds, shown: visible }: { rounds: number; shown: number },
): Promise<ReturnType<typeof timesRow>[]> {
  mkdirSync(folder, { recursive: true });
  const plain = new DatabaseSync(join(folder, 'fts5.db'));
  try {
    plain.exec(`create virtual table pages using fts5(text, tokenize = "unicode61 remove_diacritics 2"); begin`);
    const insert = plain.prepare('insert into pages (text) values (?)');
    for (const { text } of await db.all<{ text: string }>('select text from page')) insert.run(text);
    plain.exec('commit');
    const find = plain.prepare(
      `select rowid, snippet(pages, 0, '', '', '…', 30) from pages where pages match ? order by rank limit ${visible}`,
    );
    return Object.entries(requested).map(([name, question]) => {
      const match = question.startsWith('"')
        ? question
        : (question.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `"${word}"`).join(' ');
      const times: Timed[] = Array.from({ length: rounds }, () => {
        const began = performance.now();
        find.all(match);
        return { ms: performance.now() - began, of: question };
      });
      return timesRow(`${name}, SQLite FTS5`, times);
    });
  } finally {
    plain.close();
  }
}

/** The recall as a remark below the table. */
export async function recallRemark(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-recall-'));
  const location = await collectedPlace(openSqlite(join(folder, 'documents.db')));
  try {
    const { asked: requested, first, five } = await recallOf(location, await openQuestioned(location));
    return `Of ${requested} questions over the demo's documents ${five} find their page among the first five, ${first} as the first.`;
  } finally {
    await location.close();
    rmSync(folder, { recursive: true });
  }
}
