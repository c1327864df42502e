/**
 * Sums of procurement, computed with the part. Rows of both parts add up: those of `recent` take back what they replace, so that counts
 * and values may be negative there. `valued`: how many of `count` have a value; `value`: their sum, bani of lei;
 * `zero`, `negative`: how many were published so (published-value.ts). Years are those of the list's
 * day, 0 where there is none. A contract of several suppliers counts by its shares where suppliers are told apart.
 */
import { bigint, bytes, ddlOf, integer, table, text } from '#data/store/table.ts';

/**
 * Deals as numbers, of one kind and group of codes (deal-block.ts), with a `sign` of -1 for those of the older part
 * that rows of this one replace.
 */
export const dealBlock = table('deal_block', {
  kind: text().bytewise().notNull(),
  code_group: text().bytewise().notNull(),
  sign: integer().notNull(),
  first_day: integer().notNull(),
  last_day: integer().notNull(),
  deals: integer().notNull(),
  body: bytes().notNull(),
});
/** The parties and towns behind the numbers in blocks. */
export const dealIndex = table('deal_index', { name: text().notNull(), body: bytes().notNull() }, { compact: true });
/** The length of the list of a code, and of its first one, two and three digits; `list` names its table. */
export const cpvCount = table(
  'cpv_count',
  { prefix: text().bytewise().notNull(), list: text().bytewise().notNull(), count: bigint().notNull() },
  { primaryKey: ['prefix', 'list'], clustered: true },
);
/** `purchase`: an accepted one; `unstated`: one whose state is not published; `notBought`: any other. Stored as numbers, as roles are. */
const SUM_KINDS = ['contract', 'framework', 'callOff', 'purchase', 'unstated', 'notBought', 'award', 'notice'] as const;
export type SumKind = (typeof SUM_KINDS)[number];
export const ROLES = ['authority', 'supplier'] as const;
export type Role = (typeof ROLES)[number];

export const kindNumber = (kind: SumKind): number => SUM_KINDS.indexOf(kind);
export const kindOf = (number: number): SumKind => SUM_KINDS[number] as SumKind;
/** For `kind in (…)`. */
export const kindList = (...kinds: SumKind[]): string => kinds.map(kindNumber).join(', ');
export const roleNumber = (role: Role): number => ROLES.indexOf(role);

/** A company by role and year. */
const partyYear = table(
  'party_year',
  {
    party: bigint().notNull(),
    role: integer().notNull(),
    year: integer().notNull(),
    kind: integer().notNull(),
    count: bigint().notNull(),
    valued: bigint().notNull(),
    value: bigint().notNull(),
    zero: bigint().notNull(),
    negative: bigint().notNull(),
  },
  { primaryKey: ['party', 'role', 'year', 'kind'], clustered: true },
);
/** Deals between an authority and a supplier. */
const partner = table(
  'partner',
  {
    authority: bigint().notNull(),
    supplier: bigint().notNull(),
    kind: integer().notNull(),
    count: bigint().notNull(),
    valued: bigint().notNull(),
    value: bigint().notNull(),
  },
  { primaryKey: ['authority', 'supplier', 'kind'], clustered: true },
);
/** A name for every id, the one published last. */
export const party = table(
  'party',
  { key: bigint().primaryKey(), cui: bigint(), code: text(), name: text().notNull() },
  { compact: true },
);
/** First and last day that the part covers, by list; the day of publication for contracts. */
export const coverage = table(
  'coverage',
  { list: text().notNull(), first_day: text(), last_day: text(), rows: bigint().notNull() },
  { compact: true },
);
export const rollupTables = ddlOf(dealBlock, dealIndex, cpvCount, partyYear, partner, party, coverage);

export const rollupIndexes = `
create index deal_block_group on deal_block (code_group, kind, first_day, last_day);
create index partner_supplier on partner (supplier, authority, kind, count, valued, value);
`;
