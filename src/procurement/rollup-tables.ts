/**
 * Sums of procurement, made with the part. Rows of both parts add up: those of `recent` take back what they replace, so that counts
 * and values may be negative there. `kind`: contract, framework, callOff, purchase (accepted), notBought (any other purchase), award,
 * notice. `valued`: how many of `count` have a known value; `value`: their sum, bani of lei. Months and years are those of the list's
 * day, '' where there is none; `cpv` is '' where there is none. A contract of several suppliers counts by its shares where suppliers are told apart.
 */

/** Ratio of a bin's bounds: its middle is off by less than 1 % from any value in it. */
export const BIN_RATIO = 1.02;

/**
 * `cpv_month`: analyses by month and year, any prefix; `prefix_month`: the same for one and two digits at once. `cpv_count`: how long a list of a prefix is; `list` names its table.
 * `cpv_value`: how values are spread, by division and by its first digit: of those in a bin, the middle is BIN_RATIO^(bin + 0.5). `party_period`: who sold and bought
 * most of one or two digits over a `span`: a month, a year, or all, what has no day included: ordinary contracts and accepted purchases. `offer_month`: how many ordinary contracts had so many offers. `party_year`: a company by role (authority, supplier) and year.
 * `partner`: who bought how much from whom. `party`: a name for every id, the one published last. `coverage`: first and last day
 * that the part speaks of, by list; the day of publication for contracts.
 */
export const rollupTables = `
create table cpv_month (
  cpv text collate "C" not null, month text collate "C" not null, kind text collate "C" not null,
  count bigint not null, valued bigint not null, value bigint not null, primary key (cpv, month, kind)
) /* clustered */;
create table prefix_month (
  prefix text collate "C" not null, month text collate "C" not null, kind text collate "C" not null,
  count bigint not null, valued bigint not null, value bigint not null, primary key (prefix, month, kind)
) /* clustered */;
create table cpv_count (
  cpv text collate "C" not null, list text collate "C" not null, count bigint not null, primary key (cpv, list)
) /* clustered */;
create table cpv_value (
  division text collate "C" not null, month text collate "C" not null, kind text collate "C" not null, bin integer not null,
  count bigint not null, primary key (division, month, kind, bin)
) /* clustered */;
create table party_period (
  role text collate "C" not null, prefix text collate "C" not null, span text collate "C" not null, period text collate "C" not null,
  party bigint not null, kind text collate "C" not null, count bigint not null, valued bigint not null, value bigint not null,
  primary key (role, prefix, span, period, party, kind)
) /* clustered */;
create table offer_month (
  division text collate "C" not null, month text collate "C" not null, offers integer not null, count bigint not null,
  primary key (division, month, offers)
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
create index partner_supplier on partner (supplier, authority, kind, count, valued, value);
`;
