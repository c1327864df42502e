/** Which company a decision is about: by the fiscal code or number that its text gives, else by its name when that is telling enough. */
import { bareName } from '#base/company-name.ts';
import { hasRightCheckDigit } from '#base/cui.ts';
import type { Confidence } from '#gazette/decision.ts';
import type { GazetteRecord } from '#sources/gazette/records.ts';
import type { Database, Value } from '#store/database.ts';

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
  letters: string;
  former: number;
}

/** Links of a batch, in its order. Without the names of the registry (`db` null) only what the text itself says is known. */
export async function linksOf(db: Database | null, records: readonly GazetteRecord[]): Promise<Link[]> {
  const firms = db === null ? [] : await candidates(db, records);
  const byCui = Map.groupBy(firms, ({ cui }) => (cui === null ? '' : String(cui)));
  const byNumber = Map.groupBy(firms, ({ registration_number }) => registration_number ?? '');
  const byLetters = Map.groupBy(firms, ({ letters }) => letters);
  return records.map((record) => {
    const letters = lettersOf(record.companyName);
    const stated = statedIn(record, byCui, byNumber);
    if (stated) return { ...linkTo(stated.firm, record), confidence: agrees(stated.firms, letters) ? 'exact' : 'high' };
    if (record.cui !== null && hasRightCheckDigit(record.cui))
      return { cui: record.cui, registrationNumber: record.registrationNumber, confidence: 'high' };
    const named = byName(byLetters.get(letters) ?? []);
    if (named) return { ...linkTo(named.firm, record), confidence: named.confidence };
    return { cui: null, registrationNumber: record.registrationNumber, confidence: null };
  });
}

const lettersOf = (name: string): string => bareName(name).replaceAll(' ', '');

const linkTo = (firm: Firm, record: GazetteRecord): Omit<Link, 'confidence'> => ({
  cui: firm.cui === null ? null : String(firm.cui),
  registrationNumber: firm.registration_number ?? record.registrationNumber,
});

function statedIn(
  { cui, registrationNumber }: GazetteRecord,
  byCui: Map<string, Firm[]>,
  byNumber: Map<string, Firm[]>,
): { firm: Firm; firms: Firm[] } | null {
  const firms = (cui !== null && byCui.get(cui)) || (registrationNumber !== null && byNumber.get(registrationNumber));
  const [firm] = firms || [];
  return firms && firm ? { firm, firms } : null;
}

const agrees = (firms: readonly Firm[], letters: string): boolean => firms.some((firm) => firm.letters === letters);

/** A name that only one firm bears; else the only operating one, or the only one that ever bore it. */
function byName(entries: readonly Firm[]): { firm: Firm; confidence: Confidence } | null {
  const only = (firms: readonly Firm[]): Firm | null => (firms.length === 1 ? (firms[0] ?? null) : null);
  const present = entries.filter(({ former }) => former === 0);
  const single = only(present);
  if (single) return { firm: single, confidence: 'high' };
  const guess = only(present.length > 0 ? present.filter(({ active }) => active === 1) : entries);
  return guess && { firm: guess, confidence: 'low' };
}

/** Every name of every firm that a record of the batch may be about. */
async function candidates(db: Database, records: readonly GazetteRecord[]): Promise<Firm[]> {
  const columns = `l.rank, l.cui, l.registration_number, l.active, replace(n.bare, ' ', '') as letters, n.former
    from listing l join name_entry n on n.rank = l.rank`;
  const ask = async (condition: string, values: Value[]): Promise<Firm[]> =>
    values.length === 0
      ? []
      : db.all<Firm>(
          `select ${columns} where ${condition} in (${values.map((_, i) => `$${i + 1}`).join(', ')})`,
          values,
        );
  const distinct = <T extends Value>(values: (T | null)[]): T[] => [
    ...new Set(values.filter((value): value is T => value !== null)),
  ];
  const found = [
    ...(await ask('l.cui', distinct(records.map(({ cui }) => (cui === null ? null : Number(cui)))))),
    ...(await ask('l.registration_number', distinct(records.map((record) => record.registrationNumber)))),
    ...(await ask(
      "replace(n.bare, ' ', '')",
      distinct(records.map(({ companyName }) => lettersOf(companyName) || null)),
    )),
  ];
  return [...new Map(found.map((firm) => [`${firm.rank} ${firm.letters}`, firm])).values()];
}
