/** Issues of the Official Gazette, in our import format or as text, to the `gazette` part: each decision once, linked to its company. */

import { readGazette } from '#data/sources/gazette/import.ts';
import { readIssue } from '#data/sources/gazette/issue.ts';
import type { GazetteRecord } from '#data/sources/gazette/records.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import { type Row, table, text } from '#data/store/table.ts';
import { wordIndexDone, wordIndexFill, wordIndexTable } from '#data/store/word-index.ts';
import { decisionId } from '#domain/gazette/decision-id.ts';
import { decisionWords } from '#domain/gazette/decision-words.ts';
import { DECISION_WORDS, decision, decisionIndexes, decisionTables } from '#domain/gazette/tables.ts';
import type { Day } from '#lib/values/date.ts';
import { sha256 } from '#lib/values/hash.ts';
import { newestIn } from './content-days.ts';
import { type Reading, readPublished } from './file-reading.ts';
import { type Link, linksOf } from './gazette-links.ts';
import { NumberIndex } from './number-index.ts';
import type { PublishedFile } from './publications.ts';

const { rank: _, ...withoutRank } = decision.columns;

/** Decisions in the order of the files, with their words; ranked into `decision` when all files are read. */
const gathered = table('gathered', { ...withoutRank, words: text().notNull() });

/** `named`: the registry's names stand beside the part. Gives the day of the newest issue. */
export async function loadGazette(
  part: PartBuild,
  files: readonly PublishedFile[],
  reading: Reading,
  named: boolean,
): Promise<Day | null> {
  const { engine } = part.db;
  const seen = new NumberIndex();
  await part.execute(decisionTables + wordIndexTable(engine, DECISION_WORDS) + gathered.ddl);
  for (const file of files) {
    const read = /\.ndjson$/i.test(file.name) ? readGazette : readIssue;
    await readPublished(reading, file, read, async ({ records, lines }) => {
      const links = await linksOf(named ? part.db : null, records);
      const rows: Row<typeof gathered>[] = [];
      for (const [i, record] of records.entries()) {
        const id = decisionId(record);
        if (seen.set(keyOf(id), 1) !== 0) reading.tally.skip(file.name, 'the same decision again', lines[i] ?? 0);
        else rows.push(rowOf(id, record, links[i] as Link));
      }
      return part.load(gathered, rows);
    });
  }
  const columns = Object.keys(withoutRank).join(', ');
  await part.execute(`
insert into decision (rank, ${columns})
select row_number() over (order by day desc, number desc, bis desc, page is null, page, id), ${columns} from gathered;
${decisionIndexes}`);
  const ranked = '(select d.rank, g.words from decision d join gathered g on g.id = d.id) as ranked';
  await part.execute(wordIndexFill(engine, DECISION_WORDS, { table: ranked, id: 'rank', words: 'words' }));
  await part.execute(`${wordIndexDone(engine, DECISION_WORDS)} drop table gathered;`);
  reading.tally.store('decision', seen.size);
  return newestIn(part, 'decision', 'day', reading.days);
}

/** Twelve hexadecimal digits, a number below 2^53, with the year and issue mixed in. */
const keyOf = (id: string): number => Number.parseInt(sha256(id).slice(0, 12), 16);

function rowOf(id: string, record: GazetteRecord, link: Link): Row<typeof gathered> {
  const { part, number, bis, date, page, kind, title, text, companyName, url } = record;
  return {
    id,
    part,
    number,
    bis,
    day: date,
    page,
    kind,
    title,
    text,
    company_name: companyName,
    cui: link.cui === null ? null : Number(link.cui),
    registration_number: link.registrationNumber,
    confidence: link.confidence,
    url,
    words: decisionWords(companyName, title, text).join(' '),
  };
}
