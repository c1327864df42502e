/** The company that a decision is about: by the fiscal code or number in its text, else by its name when only one firm can be meant. */

import type { GazetteRecord } from '#data/sources/gazette/records.ts';
import type { Database, Value } from '#data/store/database.ts';
import type { Confidence } from '#domain/gazette/confidence.ts';
import { bareName } from '#lib/values/company-name.ts';
import { hasRightCheckDigit } from '#lib/values/cui.ts';

export interface Link {
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

/** A name that a firm bears or bore. */
interface Named extends Firm {
  letters: string;
  former: number;
}

/** Links of a batch, in its order. Without the names of the registry (`db` null) only what the text itself says is known. */
export async function linksOf(db: Database | null, records: readonly GazetteRecord[]): Promise<Link[]> {
  const { byCui, byNumber, byLetters } = await candidates(db, records);
  return records.map((record) => {
    const letters = lettersOf(record.companyName);
    const named = byLetters.get(letters) ?? [];
    const stated = (record.cui && byCui.get(record.cui)) || byNumber.get(record.registrationNumber ?? '');
    if (stated) {
      const agrees = lettersOf(stated.name) === letters || named.some(({ rank }) => rank === stated.rank);
      return { ...linkTo(stated, record), confidence: agrees ? 'exact' : 'high' };
    }
    if (record.cui !== null && hasRightCheckDigit(record.cui))
      return { cui: record.cui, registrationNumber: record.registrationNumber, confidence: 'high' };
    const guess = byName(named);
    if (guess) return { ...linkTo(guess.firm, record), confidence: guess.confidence };
    return { cui: null, registrationNumber: record.registrationNumber, confidence: null };
  });
}

const lettersOf = (name: string): string => bareName(name).replaceAll(' ', '');

const linkTo = (firm: Firm, record: GazetteRecord): Omit<Link, 'confidence'> => ({
  cui: firm.cui === null ? null : String(firm.cui),
  registrationNumber: firm.registration_number ?? record.registrationNumber,
});

/** A name that only one firm bears; else the only operating one, or the only one that ever bore it. */
function byName(entries: readonly Named[]): { firm: Firm; confidence: Confidence } | null {
  const only = (firms: readonly Named[]): Named | null => (firms.length === 1 ? (firms[0] ?? null) : null);
  const present = entries.filter(({ former }) => former === 0);
  const single = only(present);
  if (single) return { firm: single, confidence: 'high' };
  const guess = only(present.length > 0 ? present.filter(({ active }) => active === 1) : entries);
  return guess && { firm: guess, confidence: 'low' };
}

/** Firms that records of the batch may be about, each question by an index. The best of several firms of one code comes first. */
async function candidates(db: Database | null, records: readonly GazetteRecord[]) {
  const ask = async <Row>(sql: string, values: (Value | '')[]): Promise<Row[]> => {
    const distinct = [...new Set(values.filter((value) => value !== null && value !== ''))];
    if (db === null || distinct.length === 0) return [];
    return db.all<Row>(`${sql} in (${distinct.map((_, i) => `$${i + 1}`).join(', ')}) order by l.rank desc`, distinct);
  };
  const columns = 'l.rank, l.cui, l.registration_number, l.active, l.name';
  const cuis = records.map(({ cui }) => cui && Number(cui));
  const numbers = records.map(({ registrationNumber }) => registrationNumber);
  const names = records.map(({ companyName }) => lettersOf(companyName));
  const letters = "replace(n.bare, ' ', '')";
  return {
    byCui: new Map(
      (await ask<Firm>(`select ${columns} from listing l where l.cui`, cuis)).map((firm) => [String(firm.cui), firm]),
    ),
    byNumber: new Map(
      (await ask<Firm>(`select ${columns} from listing l where l.registration_number`, numbers)).map((firm) => [
        firm.registration_number,
        firm,
      ]),
    ),
    byLetters: Map.groupBy(
      await ask<Named>(
        `select ${columns}, ${letters} as letters, n.former from name_entry n join listing l on l.rank = n.rank where ${letters}`,
        names,
      ),
      (entry) => entry.letters,
    ),
  };
}
