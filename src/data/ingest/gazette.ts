/** Issues of the Official Gazette, in the import format or as text, to the `gazette` part: each decision once, linked to its company. */

import { readGazette } from '#data/sources/gazette/import.ts';
import { readIssue } from '#data/sources/gazette/issue.ts';
import type { GazetteRecord } from '#data/sources/gazette/records.ts';
import { gazette } from '#data/sources/gazette/source.ts';
import type { Database, Value } from '#data/store/database.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import { type Row, table, text } from '#data/store/table.ts';
import { wordIndexDdl, wordIndexFill, wordIndexFinish, wordIndexTable } from '#data/store/word-index.ts';
import { decisionId, decisionWords } from '#domain/gazette/decision-index.ts';
import { type Confidence, DECISION_WORDS, decision, decisionIndexes, decisionTables } from '#domain/gazette/tables.ts';
import { bareName } from '#lib/values/company-name.ts';
import { hasRightCheckDigit } from '#lib/values/cui.ts';
import type { Day } from '#lib/values/date.ts';
import { sha256 } from '#lib/values/hash.ts';
import { newestDay } from './content-days.ts';
import { type LoadedPart, named } from './file-part.ts';
import { type Reading, readPublished } from './file-reading.ts';
import { NumberIndex } from './number-index.ts';
import type { PublishedFile } from './published-files.ts';

const { rank: _, ...withoutRank } = decision.columns;

/** Decisions in the order of the files, with their words; ranked into `decision` when all files are read. */
const gathered = table('gathered', { ...withoutRank, words: text().notNull() });

/** Decisions are linked by the names of the registry that is served with them. */
export const gazettePart: LoadedPart = {
  about: { source: gazette.name, licence: null, area: 'gazette' },
  tables: (engine) => decisionTables + decisionIndexes + wordIndexDdl(engine, DECISION_WORDS),
  lists: ['decision'],
  find: (files) => named(files, /^(gazette.*\.ndjson|monitorul-oficial.*\.txt)$/i),
  reads: ['search'],
  load: loadGazette,
};

/** Returns the day of the newest issue. */
async function loadGazette(part: PartBuild, files: readonly PublishedFile[], reading: Reading): Promise<Day | null> {
  const { engine } = part.db;
  const seen = new NumberIndex();
  await part.execute(decisionTables + wordIndexTable(engine, DECISION_WORDS));
  await part.stage(gathered);
  for (const file of files) {
    const read = /\.ndjson$/i.test(file.name) ? readGazette : readIssue;
    await readPublished(reading, file, read, async ({ records, lines }) => {
      const links = await linksOf(reading.beside.length > 0 ? part.db : null, records);
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
  await part.execute(wordIndexFinish(engine, DECISION_WORDS));
  reading.tally.store('decision', seen.size);
  return newestDay(part, 'decision', 'day', reading.days);
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
    stated_cui: record.cui,
    stated_registration_number: record.registrationNumber,
    confidence: link.confidence,
    url,
    words: decisionWords(companyName, title, text).join(' '),
  };
}

interface Link {
  cui: string | null;
  registrationNumber: string | null;
  confidence: Confidence | null;
}

interface Firm {
  rank: number;
  cui: number | null;
  registration_number: string | null;
  active: number | null;
  name: string;
}

/** A current or former name of a firm. */
interface NamedFirm extends Firm {
  name_key: string;
  former: number;
}

/**
 * Links of a batch, in its order. A decision is about the company with the fiscal code or number in its text, else about the one firm that
 * its name identifies. Without the registry's names (`db` null) only the text itself counts.
 */
export async function linksOf(db: Database | null, records: readonly GazetteRecord[]): Promise<Link[]> {
  const { byCui, byNumber, byNameKey } = await candidates(db, records);
  return records.map((record) => {
    const nameKey = nameKeyOf(record.companyName);
    const named = byNameKey.get(nameKey) ?? [];
    const stated = (record.cui && byCui.get(record.cui)) || byNumber.get(record.registrationNumber ?? '');
    if (stated) {
      const agrees = nameKeyOf(stated.name) === nameKey || named.some(({ rank }) => rank === stated.rank);
      return { ...linkTo(stated, record), confidence: agrees ? 'exact' : 'high' };
    }
    if (record.cui !== null && hasRightCheckDigit(record.cui))
      return { cui: record.cui, registrationNumber: record.registrationNumber, confidence: 'high' };
    const guess = byName(named);
    if (guess) return { ...linkTo(guess.firm, record), confidence: guess.confidence };
    return { cui: null, registrationNumber: record.registrationNumber, confidence: null };
  });
}

const nameKeyOf = (name: string): string => bareName(name).replaceAll(' ', '');

const linkTo = (firm: Firm, record: GazetteRecord): Omit<Link, 'confidence'> => ({
  cui: firm.cui === null ? null : String(firm.cui),
  registrationNumber: firm.registration_number ?? record.registrationNumber,
});

/** The only firm of the name; else the only operating one, or the only one that ever had the name. */
function byName(entries: readonly NamedFirm[]): { firm: Firm; confidence: Confidence } | null {
  const only = (firms: readonly NamedFirm[]): NamedFirm | null => (firms.length === 1 ? (firms[0] ?? null) : null);
  const present = entries.filter(({ former }) => former === 0);
  const single = only(present);
  if (single) return { firm: single, confidence: 'high' };
  const guess = only(present.length > 0 ? present.filter(({ active }) => active === 1) : entries);
  return guess && { firm: guess, confidence: 'low' };
}

/** Firms that records of the batch may be about, each query by an index. The best-ranked of several firms of one code wins. */
async function candidates(db: Database | null, records: readonly GazetteRecord[]) {
  const query = async <Row>(sql: string, values: (Value | '')[]): Promise<Row[]> => {
    const distinct = [...new Set(values.filter((value) => value !== null && value !== ''))];
    if (db === null || distinct.length === 0) return [];
    return db.all<Row>(`${sql} in (${distinct.map((_, i) => `$${i + 1}`).join(', ')}) order by l.rank desc`, distinct);
  };
  const columns = 'l.rank, l.cui, l.registration_number, l.active, l.name';
  const cuis = records.map(({ cui }) => cui && Number(cui));
  const numbers = records.map(({ registrationNumber }) => registrationNumber);
  const names = records.map(({ companyName }) => nameKeyOf(companyName));
  const nameKey = "replace(n.bare, ' ', '')";
  return {
    byCui: new Map(
      (await query<Firm>(`select ${columns} from listing l where l.cui`, cuis)).map((firm) => [String(firm.cui), firm]),
    ),
    byNumber: new Map(
      (await query<Firm>(`select ${columns} from listing l where l.registration_number`, numbers)).map((firm) => [
        firm.registration_number,
        firm,
      ]),
    ),
    byNameKey: Map.groupBy(
      await query<NamedFirm>(
        `select ${columns}, ${nameKey} as name_key, n.former from name_entry n join listing l on l.rank = n.rank where ${nameKey}`,
        names,
      ),
      (entry) => entry.name_key,
    ),
  };
}
