/**
 * The procurement exports of a folder recounted from their lines, by code that shares nothing with the product: its own split of lines,
 * amounts, days, fiscal codes, and its own sums. Text files only; workbooks have readers' tests of their own.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

type Kind = 'contract' | 'framework' | 'callOff' | 'purchase' | 'unstated' | 'award';

export interface RawDeal {
  kind: Kind;
  /** `2024-03-14` */
  day: string;
  cpv: string;
  authority: string;
  /** As published, zero and less too; null without an amount. */
  bani: number | null;
  /** Fiscal codes with their parts of the amount; a wrong or foreign code is null. */
  shares: [cui: string | null, bani: number | null][];
  /** Contracts only. */
  contract?: { number: string; relation: string | null; lots: [number: string, bani: number | null][] | null };
}

/** Of each field, the names that its column has in the exports. */
const COLUMNS = {
  authority: ['CUI autoritate contractanta', 'AutoritateContractantaCUI'],
  supplier: ['CUI ofertant castigator', 'CastigatorCUI'],
  supplierName: ['Ofertant castigator', 'Ofertant catigator', 'Castigator'],
  country: ['CastigatorTara'],
  purchase: ['Numar achizitie directa', 'Numar achizite', 'NumarAnunt', 'NUMAR'],
  award: ['Numar notificare atribuire', 'NumarNotificareAtribuire'],
  notice: ['Numar anunt atribuire', 'NumarAnuntAtribuire'],
  number: ['Numar contract', 'NumarContract'],
  title: ['Denumire contract', 'TitluContract'],
  lot: ['Numar lot'],
  concluded: ['TipIncheiereContract', 'Tip incheiere contract', 'Tip inchiere contract'],
  through: ['Incheiat prin'],
  state: ['Stare achizitie'],
  cpv: ['Cod CPV', 'CPVCode'],
  day: ['Data finalizare', 'Data contract', 'DataContract', 'DataNotificare', 'Data publicare'],
  // The first of them that a file has.
  bani: [
    'Valoare achizitie (RON)',
    'Valoare contract (RON)',
    'Valoare atribuita (RON)',
    'ValoareRON',
    'Valoare atribuita',
  ],
} as const;
type Field = keyof typeof COLUMNS;
type RawRow = Record<Field, string | null> & { line: string; hasLots: boolean };

/** Deals of every file below the folder; the names of the files that were read. */
export function rawDeals(folder: string): { deals: RawDeal[]; files: string[] } {
  const files = globSync('**/*.csv', { cwd: join(folder, 'achizitii') }).sort();
  const of = (table: string): RawRow[] =>
    files.filter((file) => basename(file).startsWith(table)).flatMap((file) => rowsOf(join(folder, 'achizitii', file)));
  return {
    files,
    deals: [
      ...numbered(of('achizitii-directe'), 'purchase'),
      ...numbered(of('notificari-atribuire'), 'award'),
      ...contracts(of('contracte')),
    ],
  };
}

function rowsOf(path: string): RawRow[] {
  const bytes = readFileSync(path);
  const utf8 = bytes.toString();
  // Only one quarter is in another charset, in which no figure differs.
  const text = (utf8.includes('\ufffd') ? bytes.toString('latin1') : utf8).replace(/^\ufeff/, '');
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  const start = lines.findIndex((line) => /autoritate/i.test(line));
  const header = lines[start] ?? '';
  const split = header.includes('^') ? (line: string) => line.split('^') : header.startsWith('|') ? wrapped : piped;
  const isRomanian = split === piped;
  const names = split(header);
  const at = Object.fromEntries(
    Object.entries(COLUMNS).map(([field, spellings]) => [
      field,
      spellings.map((name) => names.findIndex((own) => own.toLowerCase() === name.toLowerCase())).find((i) => i >= 0),
    ]),
  );
  return lines.slice(start + 1).map((line) => {
    const cells = split(line);
    const cell = (field: string): string | null => {
      const position = at[field];
      const text = position === undefined ? '' : (cells[position] ?? '').trim();
      return text === '' ? null : text;
    };
    const row = Object.fromEntries(Object.keys(COLUMNS).map((field) => [field, cell(field)])) as Record<
      Field,
      string | null
    >;
    const amount = row.bani;
    const plain = amount !== null && isRomanian ? amount.replaceAll('.', '').replace(',', '.') : amount;
    return {
      ...row,
      bani: plain === null ? null : String(Math.round(Number(plain) * 100)),
      line: `${start}${line}`,
      hasLots: at.lot !== undefined,
    };
  });
}

/** `|a|,|b||c|,12.50` */
function wrapped(line: string): string[] {
  return [...line.matchAll(/\|((?:[^|]|\|\|)*)\|(?:,|$)|([^,|]*)(?:,|$)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );
}

/** `a|"b|c"|d` */
function piped(line: string): string[] {
  return [...line.matchAll(/(?:^|\|)(?:"((?:[^"]|"")*)"|([^|]*))/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

function dayOf(text: string | null): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text ?? '') ?? [];
  if (year !== undefined) return `${year}-${month}-${day}`;
  const [, first, mark, second, third] = /^(\d\d)([./])(\d\d)\2(\d{4})/.exec(text ?? '') ?? [];
  return mark === '/' ? `${third}-${first}-${second}` : `${third}-${second}-${first}`;
}

/** Digits of a Romanian code with its right check digit. */
function cuiOf(code: string | null, country: string | null = null): string | null {
  const digits = /^(?:RO?)?\s*0*([1-9]\d{1,9})$/i.exec(code?.trim() ?? '')?.[1];
  if (digits === undefined || (country !== null && country !== 'Romania')) return null;
  const body = digits.slice(0, -1).padStart(9, '0');
  const sum = [7, 5, 3, 2, 1, 7, 5, 3, 2].reduce((all, weight, i) => all + weight * Number(body[i]), 0);
  return ((sum * 10) % 11) % 10 === Number(digits.at(-1)) ? digits : null;
}

const baniOf = ({ bani }: RawRow): number | null => (bani === null ? null : Number(bani));
const cpvOf = ({ cpv }: RawRow): string => (cpv ?? '').slice(0, 8);

/** Purchases and award notices: one for each number. */
function numbered(rows: readonly RawRow[], list: 'purchase' | 'award'): RawDeal[] {
  return [...Map.groupBy(rows, (row) => row[list] ?? '').values()].flatMap((own) => {
    const above = own.filter((row) => (baniOf(row) ?? 0) > 0);
    const row = (above.at(-1) ?? own.at(-1)) as RawRow;
    const less = [...new Set(own.map(baniOf))].filter((bani) => bani !== null && bani < 0) as number[];
    const bani = above.length === 0 ? baniOf(row) : (baniOf(row) ?? 0) + total(less);
    if (row.state !== null && row.state !== 'Oferta acceptata') return [];
    const kind = list === 'award' ? 'award' : row.state === null ? 'unstated' : 'purchase';
    const cui = cuiOf(row.supplier, row.country);
    const authority = cuiOf(row.authority) ?? '';
    return [{ kind, day: dayOf(row.day), cpv: cpvOf(row), authority, bani, shares: [[cui, bani]] } satisfies RawDeal];
  });
}

const total = (amounts: readonly number[]): number => amounts.reduce((sum, bani) => sum + bani, 0);

/** Of what is above zero; else of the rest. */
function worth(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter((bani) => bani !== null);
  const above = known.filter((bani) => bani > 0);
  return known.length === 0 ? null : total(above.length > 0 ? above : known);
}

/** A line for each lot and winner; once for each contract, however many award notices publish it. */
function contracts(rows: readonly RawRow[]): RawDeal[] {
  const lines = [...new Map(rows.map((row) => [row.line, row])).values()];
  const byContract = Map.groupBy(lines, (row) =>
    [row.notice, row.authority, (row.number ?? '').toLowerCase().replace(/\s/g, ''), dayOf(row.day)].join('\n'),
  );
  const found = new Map<string, RawDeal>();
  for (const own of byContract.values()) {
    const deal = contractOf(own);
    const [{ title, authority }] = own as [RawRow];
    const number = deal.contract?.number.toLowerCase().replace(/\s/g, '');
    const suppliers = own.map((row) => `${row.supplierName} ${row.supplier}`).join();
    found.set(
      [
        number,
        deal.day,
        authority,
        deal.kind,
        deal.bani ?? 0,
        title,
        deal.cpv,
        suppliers,
        JSON.stringify(deal.contract?.lots),
      ].join('\n'),
      deal,
    );
  }
  return [...found.values()];
}

function contractOf(rows: readonly RawRow[]): RawDeal {
  const [first] = rows as [RawRow];
  const hasLots = rows.some(({ lot }) => lot !== null);
  const lots = Map.groupBy(rows, ({ lot }) => lot ?? '');
  const amounts: [number: string, bani: number | null, members: RawRow[]][] = [...lots].flatMap(([number, own]) => {
    // Every winner has the same lines; a consortium in one cell has one.
    const [lines = []] = [...Map.groupBy(own, (row) => `${row.supplierName} ${row.supplier}`).values()];
    const parts = hasLots || lines.length === 1 ? [corrected(lines)] : linesAsLots(lines);
    return parts.map((bani): [string, number | null, RawRow[]] => [number, bani, own]);
  });
  const values = amounts.map(([, bani]) => bani);
  const bani = worth(values);
  const relation =
    (bani ?? 0) <= 0
      ? null
      : values.some((one) => (one ?? 0) < 0)
        ? 'approximate'
        : values.some((one) => !one)
          ? 'atLeast'
          : 'exact';
  const parts = new Map<string, { cui: string | null; own: number[] }>();
  for (const [, value, own] of amounts) {
    const members = membersOf(own);
    for (const [i, [key, cui]] of members.entries()) {
      const part = parts.get(key) ?? { cui, own: [] };
      parts.set(key, part);
      if (value === null) continue;
      const equal = Math.trunc(value / members.length);
      part.own.push(i === 0 ? value - equal * (members.length - 1) : equal);
    }
  }
  return {
    kind: kindOf(first),
    day: dayOf(first.day),
    cpv: cpvOf(first),
    authority: cuiOf(first.authority) ?? '',
    bani,
    shares: [...parts.values()].map(({ cui, own }) => [cui, worth(own)]),
    contract: {
      number: first.number ?? '',
      relation,
      lots: first.hasLots
        ? amounts.filter(([number]) => number !== '').map(([number, value]) => [number, value])
        : null,
    },
  };
}

/** Of one winner and lot: the last amount, with those below zero that correct it. */
function corrected(lines: readonly RawRow[]): number | null {
  const amounts = lines.map(baniOf);
  const base = amounts.findLast((bani) => (bani ?? 0) >= 0) ?? null;
  const less = amounts.filter((bani) => bani !== null && bani < 0) as number[];
  return base !== null && base > 0 ? base + total(less) : (less.at(-1) ?? base);
}

/** Without a column of lots, each line of a winner is one; an amount below zero corrects the last of the others. */
function linesAsLots(lines: readonly RawRow[]): (number | null)[] {
  const lots = lines.map(baniOf).filter((bani) => bani === null || bani >= 0);
  // Lines without an amount are one lot.
  const valued = lots.filter((bani) => bani) as number[];
  const merged: (number | null)[] =
    lots.length > valued.length ? [...valued, lots.find((bani) => !bani) ?? null] : valued;
  for (const less of lines.map(baniOf).filter((bani) => bani !== null && bani < 0) as number[]) {
    const last = merged.findLastIndex((bani) => (bani ?? 0) > 0);
    if (last < 0) merged.push(less);
    else merged[last] = (merged[last] ?? 0) + less;
  }
  return merged;
}

function membersOf(rows: readonly RawRow[]): [key: string, cui: string | null][] {
  const members = new Map<string, string | null>();
  for (const { supplier, supplierName, country } of rows) {
    const names = (supplierName ?? '').split(';');
    const codes = names.length > 1 ? (supplier ?? '').split(';') : [supplier ?? ''];
    for (const [i, code] of codes.entries()) {
      const cui = cuiOf(code, country);
      members.set(cui ?? `${code} ${names[i]}`, cui);
    }
  }
  return [...members];
}

function kindOf({ concluded, through }: RawRow): Kind {
  const text = `${through ?? concluded}`;
  if (/subsecvent/i.test(`${concluded} ${through}`)) return 'callOff';
  return /acord/i.test(text) ? 'framework' : 'contract';
}
