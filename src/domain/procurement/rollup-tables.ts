/**
 * Sums of procurement, made with the part. Rows of both parts add up: those of `recent` take back what they replace, so that counts
 * and values may be negative there. `kind`: contract, framework, callOff, purchase (accepted), notBought (any other purchase), award,
 * notice. `valued`: how many of `count` have a known value; `value`: their sum, bani of lei. Years are those of the list's
 * day, '' where there is none. A contract of several suppliers counts by its shares where suppliers are told apart.
 */

/**
 * `deal_block`: deals as numbers, of one kind and group of codes (deal-block.ts), with a `sign` of -1 for those of the older part that rows of
 * this one replace. `deal_index`: who its numbers mean. `cpv_count`: how long the list of a code, and of its first one, two and three digits, is; `list` names its table.
 * `party_year`: a company by role (authority, supplier) and year.
 * `partner`: who bought how much from whom. `party`: a name for every id, the one published last. `coverage`: first and last day
 * that the part speaks of, by list; the day of publication for contracts.
 */
export const rollupTables = `
create table deal_block (
  kind text collate "C" not null, code_group text collate "C" not null, sign integer not null, first_day integer not null,
  last_day integer not null, deals integer not null, body bytea not null
);
create table deal_index (name text not null, body bytea not null);
create table cpv_count (
  prefix text collate "C" not null, list text collate "C" not null, count bigint not null, primary key (prefix, list)
) /* clustered */;
create table party_year (
  party bigint not null, role text collate "C" not null, year text collate "C" not null, kind text collate "C" not null,
  count bigint not null, valued bigint not null, value bigint not null, primary key (party, role, year, kind)
) /* clustered */;
create table partner (
  authority bigint not null, supplier bigint not null, kind text collate "C" not null,
  count bigint not null, valued bigint not null, value bigint not null, primary key (authority, supplier, kind)
) /* clustered */;
create table party (key bigint primary key, cui bigint, code text, name text not null);
create table coverage (list text not null, first_day text, last_day text, rows bigint not null);
`;

export const rollupIndexes = `
create index deal_block_group on deal_block (code_group, kind, first_day, last_day);
create index partner_supplier on partner (supplier, authority, kind, count, valued, value);
`;
