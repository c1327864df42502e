/** Issues of the Official Gazette, in our import format or as text, to the `gazette` part: each decision once, linked to its company. */

import { readGazette } from '#data/sources/gazette/import.ts';
import { readIssue } from '#data/sources/gazette/issue.ts';
import type { GazetteRecord } from '#data/sources/gazette/records.ts';
import type { Value } from '#data/store/database.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import { wordIndexDone, wordIndexFill, wordIndexTable } from '#data/store/word-index.ts';
import { decisionId } from '#domain/gazette/decision-id.ts';
import { decisionWords } from '#domain/gazette/decision-words.ts';
import { DECISION_WORDS, decisionIndexes, decisionTables } from '#domain/gazette/tables.ts';
import type { Day } from '#lib/values/date.ts';
import { sha256 } from '#lib/values/hash.ts';
import { newestIn } from './content-days.ts';
import { type Reading, readPublished } from './file-reading.ts';
import { type Link, linksOf } from './gazette-links.ts';
import { NumberIndex } from './number-index.ts';
import type { PublishedFile } from './publications.ts';

const COLUMNS = 'id part number bis day page kind title text company_name cui registration_number confidence url'.split(
  ' ',
);

/** All others are text. */
const TYPES: Record<string, string> = { number: 'integer', bis: 'integer', page: 'integer', cui: 'bigint' };

/** As they come, with their words: sorted into the decisions once all are there. */
const gathered = `create table gathered (${[...COLUMNS, 'words'].map((name) => `${name} ${TYPES[name] ?? 'text'}`).join(', ')});`;

/** `named`: the registry's names stand beside the part. Gives the day of the newest issue. */
export async function loadGazette(
  part: PartBuild,
  files: readonly PublishedFile[],
  reading: Reading,
  named: boolean,
): Promise<Day | null> {
  const { engine } = part.db;
  const seen = new NumberIndex();
  await part.execute(decisionTables + wordIndexTable(engine, DECISION_WORDS) + gathered);
  for (const file of files) {
    const read = /\.ndjson$/i.test(file.name) ? readGazette : readIssue;
    await readPublished(reading, file, read, async ({ records, lines }) => {
      const links = await linksOf(named ? part.db : null, records);
      const rows: Value[][] = [];
      for (const [i, record] of records.entries()) {
        const id = decisionId(record);
        if (seen.set(keyOf(id), 1) !== 0) reading.tally.skip(file.name, 'the same decision again', lines[i] ?? 0);
        else rows.push(rowOf(id, record, links[i] as Link));
      }
      return part.load('gathered', [...COLUMNS, 'words'], rows);
    });
  }
  await part.execute(`
insert into decision (rank, ${COLUMNS.join(', ')})
select row_number() over (order by day desc, number desc, bis desc, page is null, page, id), ${COLUMNS.join(', ')} from gathered;
${decisionIndexes}`);
  const table = '(select d.rank, g.words from decision d join gathered g on g.id = d.id) as ranked';
  await part.execute(wordIndexFill(engine, DECISION_WORDS, { table, id: 'rank', words: 'words' }));
  await part.execute(`${wordIndexDone(engine, DECISION_WORDS)} drop table gathered;`);
  reading.tally.store('decision', seen.size);
  return newestIn(part, 'decision', 'day', reading.days);
}

/** Twelve hexadecimal digits, a number below 2^53, with the year and issue mixed in. */
const keyOf = (id: string): number => Number.parseInt(sha256(id).slice(0, 12), 16);

function rowOf(id: string, record: GazetteRecord, link: Link): Value[] {
  return [
    id,
    record.part,
    record.number,
    record.bis ? 1 : 0,
    record.date,
    record.page,
    record.kind,
    record.title,
    record.text,
    record.companyName,
    link.cui === null ? null : Number(link.cui),
    link.registrationNumber,
    link.confidence,
    record.url,
    decisionWords(record.companyName, record.title, record.text).join(' '),
  ];
}
