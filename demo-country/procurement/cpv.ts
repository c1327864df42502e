/** The codes of the common procurement vocabulary, weighted by how often they are bought. */

import { weighted } from '#demo-country/random.ts';
import { readReference } from '#lib/values/reference-tables.ts';
import { commaBelow } from '#lib/values/text.ts';

export interface Cpv {
  /** The system's own number of it. */
  id: number;
  /** Eight digits. */
  code: string;
  check: string;
  title: string;
  /** For the middle of a sentence. */
  inText: string;
  /** As the system prints it: `34351100-3 - Anvelope (Rev.2)`. */
  printed: string;
  contractType: ContractType;
  division: string;
  /** The system's own coarse category. */
  categoryId: number;
  parentId: number | null;
  hasChildren: boolean;
}

export type ContractType = 'Furnizare' | 'Servicii' | 'Lucrari';

export interface Division {
  code: string;
  share: number;
  codes: Cpv[];
}

export interface Vocabulary {
  all: readonly Cpv[];
  byCode: ReadonlyMap<string, Cpv>;
  divisions: readonly Division[];
  draw(division: number, code: number): Cpv;
}

const CONTRACT_TYPES: Record<string, ContractType> = { supply: 'Furnizare', service: 'Servicii', works: 'Lucrari' };

/** The system's categories, with the first digits of their codes; coarser than the vocabulary's divisions. */
export const CATEGORIES: readonly [text: string, digits: string][] = [
  ['Agricultura, energie', '0'],
  ['Alimente, materii prime, textile', '1'],
  ['Tiparituri, produse chimice', '2'],
  ['Echipamente', '3'],
  ['Utilaje, constructii, software', '4'],
  ['Reparatii, instalare, hoteluri', '5'],
  ['Transport, utilitati, servicii financiare', '6'],
  ['Servicii pentru intreprinderi', '7'],
  ['Educatie, sanatate', '8'],
  ['Mediu, cultura, alte servicii', '9'],
];

/** How often a division is bought from, against the others; figures from the real system's rankings, rounded. */
const BUSY = new Map(
  (
    '33:14 15:8 30:7 45:7 44:6 50:6 39:5 79:5 09:4 34:4 71:4 31:3 42:3 72:3 90:3 22:2 24:2 38:2 48:2 55:2 ' +
    '64:2 80:2 85:2 60:1.5 41:0.4 75:0.5 76:0.5 16:0.6'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(3))]),
);

/** How much more the popular codes of a division are bought than the rest. */
const POPULAR = 1.8;
/** A prime above the size of any division: it strews the popular codes over all of it. */
const SPREAD = 1_009;

let vocabulary: Vocabulary | undefined;

/** Read on first use: nine thousand lines. */
export function cpvVocabulary(): Vocabulary {
  vocabulary ??= readVocabulary();
  return vocabulary;
}

function readVocabulary(): Vocabulary {
  const rows = readReference<'code8' | 'check_digit' | 'parent8' | 'kind' | 'title_ro'>('cpv.tsv');
  const ids = new Map(rows.map((row, i) => [row.code8, i + 1]));
  const parents = new Set(rows.map((row) => row.parent8));
  const all = rows.map((row, i): Cpv => {
    const title = commaBelow(row.title_ro);
    return {
      id: i + 1,
      code: row.code8,
      check: row.check_digit,
      title,
      inText: title.slice(0, 1).toLowerCase() + title.slice(1),
      printed: `${row.code8}-${row.check_digit} - ${title} (Rev.2)`,
      contractType: CONTRACT_TYPES[row.kind] ?? 'Furnizare',
      division: row.code8.slice(0, 2),
      categoryId: CATEGORIES.findIndex(([, digits]) => digits.includes(row.code8.slice(0, 1))) + 1,
      parentId: ids.get(row.parent8) ?? null,
      hasChildren: parents.has(row.code8),
    };
  });
  const weightOf = (code: string): number => BUSY.get(code) ?? 1;
  const grouped = [...Map.groupBy(all, (cpv) => cpv.division)];
  const sum = grouped.reduce((total, [code]) => total + weightOf(code), 0);
  const divisions = grouped.map(([code, codes]) => ({ code, share: weightOf(code) / sum, codes }));
  const pickDivision = weighted(divisions, ({ share }) => share);
  return {
    all,
    byCode: new Map(all.map((cpv) => [cpv.code, cpv])),
    divisions,
    draw(division, code) {
      const { codes } = pickDivision(division);
      const rank = Math.floor(codes.length * code ** POPULAR);
      return codes[(rank * SPREAD) % codes.length] as Cpv;
    },
  };
}
