/** What an index of words holds, row by row: SQLite keeps no texts beside it, only which word stands in which row, and where. */
import type { DatabaseSync } from 'node:sqlite';
import type { LoadTarget, Row } from '#data/store/table.ts';

/** Number of the row, and its words as PostgreSQL reads a tsvector; in an index with phrases, with their places. */
export function* wordRows(
  from: DatabaseSync,
  part: string,
  index: string,
): Generator<Row<LoadTarget>, void, undefined> {
  from.exec(`create virtual table temp."words_of_${index}" using fts5vocab("${part}", "${index}", instance)`);
  const words = from
    .prepare(`select doc, term, "offset" as place from temp."words_of_${index}" order by doc, place`)
    .iterate() as unknown as Iterator<Word>;
  let next = words.next();
  for (const { rowid } of from.prepare(`select rowid from "${part}"."${index}" order by rowid`).iterate() as Iterable<{
    rowid: number;
  }>) {
    const held: string[] = [];
    for (; !next.done && next.value.doc === rowid; next = words.next()) held.push(lexeme(next.value));
    yield { rowid, words: held.join(' ') };
  }
}

interface Word {
  doc: number;
  term: string;
  /** From 0; null where the index keeps no places. */
  place: number | null;
}

/** PostgreSQL counts places from 1. */
const lexeme = ({ term, place }: Word): string =>
  `'${term.replace(/['\\]/g, '$&$&')}'${place === null ? '' : `:${place + 1}`}`;
