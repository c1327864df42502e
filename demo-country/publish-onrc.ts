/** The trade registry's snapshot of a day: six files, caret-separated, without quoting, with the dirt of the real ones. */
import { join } from 'node:path';
import { parseRomanianDay } from '#lib/values/date.ts';
import { readReference } from '#lib/values/reference-tables.ts';
import { dayNumber, entryOn, romanianDay } from './days.ts';
import type { Branch, Entity, Tenure } from './entity.ts';
import { type Address, withoutZero } from './places.ts';
import type { PortalFolder } from './portal-folder.ts';
import { chance } from './random.ts';
import { cedilla, createText, type Publication } from './write-text.ts';

/** Newer rows carry a time of day. */
const TIMED_FROM = dayNumber('2024-09-03');
/** One line in so many has a wrong number of columns, next to a correct one, so that no firm is lost. */
const BROKEN_EVERY = 10_000;
/** One firm in so many is in the file twice, as legacy rows are. */
const REPEATED_EVERY = 4_000;

/** A table of the registry: the cell of a row, by the header of its column. */
type Columns<Row> = Readonly<Record<string, (row: Row) => string | null | undefined>>;

const headerOf = (columns: Columns<never>): string => Object.keys(columns).join('^');
const lineOf = <Row>(columns: Columns<Row>, row: Row): string =>
  Object.values(columns)
    .map((cell) => cell(row) ?? '')
    .join('^');

/** A firm and its address on the day of the snapshot. */
interface FirmOn {
  entity: Entity;
  on: number;
  address: Address;
}

const firmColumns: Columns<FirmOn> = {
  DENUMIRE: ({ entity, on }) => entryOn(entity.names, on).value,
  CUI: ({ entity }) => (entity.cuiPublished ? entity.cui : '0'),
  COD_INMATRICULARE: ({ entity }) => entity.registration,
  DATA_INMATRICULARE: ({ entity: { registeredOn } }) =>
    romanianDay(registeredOn) + (registeredOn >= TIMED_FROM ? ' 00:00:00' : ''),
  // The identifier of the European register drops the county's leading zero.
  EUID: ({ entity }) => `ROONRC.${entity.registration?.replace(/^([JFC])0(\d)\//, '$1$2/')}`,
  FORMA_JURIDICA: ({ entity }) => entity.form,
  ADR_TARA: () => 'România',
  ADR_JUDET: ({ address }) => address.locality.county.name,
  ADR_LOCALITATE: ({ address }) => address.locality.name,
  ADR_DEN_STRADA: streetCell,
  ADR_NR_STRADA: ({ address }) => address.number,
  ADR_BLOC: ({ address }) => address.building,
  ADR_SCARA: ({ address }) => address.entrance,
  ADR_ETAJ: ({ address }) => address.floor,
  ADR_APARTAMENT: ({ address }) => address.apartment,
  ADR_COD_POSTAL: postalCell,
  ADR_SECTOR: ({ address: { locality } }) => (locality.kind === 'sector' ? locality.name.at(-1) : null),
  ADR_COMPLETARE: detailsCell,
  WEB: webCell,
  TARA_FIRMA_MAMA: ({ entity }) => entity.parentCountry,
};

const keyColumn: Columns<{ entity: Entity }> = { COD_INMATRICULARE: ({ entity }) => entity.registration };

const statusColumns: Columns<{ entity: Entity; code: string }> = { ...keyColumn, COD: ({ code }) => code };

interface OfficerOf {
  entity: Entity;
  officer: Tenure;
}

const birthColumns: Columns<OfficerOf> = {
  DATA_NASTERE: ({ officer: { person } }) => person && romanianDay(person.bornOn),
  LOCALITATE_NASTERE: (row) => birthPlaceIn(row)?.name,
  JUDET_NASTERE: (row) => birthPlaceIn(row)?.county.name,
  TARA_NASTERE: ({ officer: { person } }) => person?.birthCountry,
};

const officerColumns: Columns<OfficerOf> = {
  ...keyColumn,
  PERSOANA_IMPUTERNICITA: ({ officer }) => officer.name,
  CALITATE: ({ officer }) => officer.title,
  ...birthColumns,
  LOCALITATE: ({ officer }) => officer.seat.name,
  JUDET: ({ officer }) => officer.seat.county.name,
  TARA: () => 'România',
};

const familyColumns: Columns<OfficerOf> = {
  ...keyColumn,
  NUME: ({ officer }) => officer.name,
  ...birthColumns,
  CALITATE: ({ officer }) => officer.title,
};

const activityColumns: Columns<{ entity: Entity; code: string; version: number }> = {
  ...keyColumn,
  COD_CAEN_AUTORIZAT: ({ code }) => code,
  VER_CAEN_AUTORIZAT: ({ version }) => String(version),
};

const branchColumns: Columns<{ entity: Entity; branch: Branch }> = {
  ...keyColumn,
  TIP_UNITATE: ({ branch }) => branch.kind,
  DENUMIRE_SUCURSALA: ({ branch }) => branch.name,
  EUID: ({ branch }) => branch.euid,
  COD_FISCAL: ({ branch }) => branch.fiscalCode,
  TARA: ({ branch }) => cedilla(branch.country),
};

export async function publishOnrc(folder: string, on: number): Promise<Publication> {
  const name = join(folder, 'onrc', `firme-${romanianDay(on, '-')}`);
  const create = async (file: string, columns: Columns<never>, lineEnd: '\n' | '\r\n' = '\n') => {
    const text = await createText(join(name, file), { bom: true, lineEnd });
    text.line(headerOf(columns));
    return text;
  };
  const firms = await create('OD_FIRME.CSV', firmColumns);
  const statuses = await create('OD_STARE_FIRMA.CSV', statusColumns, '\r\n');
  const officers = await create('OD_REPREZENTANTI_LEGALI.CSV', officerColumns);
  const families = await create('OD_REPREZENTANTI_IF.CSV', familyColumns, '\r\n');
  const activities = await create('OD_CAEN_AUTORIZAT.CSV', activityColumns);
  const branches = await create('OD_SUCURSALE_ALTE_STATE_MEMBRE.CSV', branchColumns);

  return {
    files: [firms, statuses, officers, families, activities, branches],
    firm(entity) {
      const line = firmLine(entity, on);
      if (entity.index % BROKEN_EVERY === BROKEN_EVERY / 4) firms.line(line.split('^').slice(0, 13).join('^'));
      if (entity.index % REPEATED_EVERY === REPEATED_EVERY / 4) firms.line(line);
      firms.line(line);
      for (const code of entryOn(entity.statuses, on).value) statuses.line(lineOf(statusColumns, { entity, code }));
      const [file, columns] = entity.form === 'IF' ? [families, familyColumns] : [officers, officerColumns];
      for (const officer of officersOn(entity, on)) file.line(cedilla(lineOf(columns, { entity, officer })));
      const version = versionOn(entity, on);
      for (const code of new Set(entity.activities.map((trade) => (version === 3 ? trade.code : trade.rev2))))
        activities.line(lineOf(activityColumns, { entity, code, version }));
      for (const branch of entity.branches) branches.line(lineOf(branchColumns, { entity, branch }));
    },
  };
}

function firmLine(entity: Entity, on: number): string {
  const line = lineOf(firmColumns, { entity, on, address: entryOn(entity.addresses, on).value });
  // Both ways of writing ș and ț stand in one file.
  return chance(entity.world.seed, entity.index, 'diacritics') < 0.9 ? cedilla(line) : line;
}

function streetCell({ entity, address: { street } }: FirmOn): string | null {
  return street !== null && chance(entity.world.seed, entity.index, 'street spaces') < 0.1 ? `${street}  ` : street;
}

/** Padded to seven, without leading zeros; some are codes from before 2003, some are 0. */
function postalCell({ entity, address: { postalCode: code } }: FirmOn): string {
  const roll = chance(entity.world.seed, entity.index, 'postal code');
  if (code === null) return roll < 0.2 ? '      0' : '';
  return (roll < 0.1 ? code.slice(0, 4 + Math.round(roll * 10)) : withoutZero(code)).padStart(7);
}

/** A line end inside a text splits the row. */
function detailsCell({ entity, address: { details } }: FirmOn): string | null {
  return details !== null && chance(entity.world.seed, entity.index, 'line end in details') < 0.1
    ? details.replace(' ', '\n')
    : details;
}

/** A few put their telephone number there. */
function webCell({ entity }: FirmOn): string {
  if (entity.website) return entity.website;
  const roll = chance(entity.world.seed, entity.index, 'telephone as web site');
  return roll < 0.002 ? `0700 ${String(Math.floor(roll * 5e8)).padStart(6, '0')}` : '';
}

/** Abroad only the country is stated. */
const birthPlaceIn = ({ officer: { person } }: OfficerOf): Address['locality'] | null =>
  person?.birthCountry === 'România' ? person.birthPlace : null;

const officersOn = ({ officers }: Entity, on: number): Tenure[] =>
  officers.filter(({ from, until }) => from <= on && (until === null || until > on));

/** Days on which a new version of the classification came into use. */
const REV2003_FROM = dayNumber('2003-01-01');
const REV2_FROM = dayNumber('2008-01-01');

/** Struck-off firms have the classes of their time; the others have Rev.2 until they update them. */
function versionOn({ rev3Since, closedOn }: Entity, on: number): 0 | 1 | 2 | 3 {
  const lastDay = Math.min(on, closedOn ?? on);
  if (rev3Since !== null && rev3Since <= lastDay) return 3;
  if (lastDay >= REV2_FROM) return 2;
  return lastDay < REV2003_FROM ? 0 : 1;
}

/** Names for codes without a label in the reference table. */
const STATUS_NAMES: Record<string, string> = {
  '1036': 'mențiune penală',
  '1037': 'insolvență firmă mamă',
  '1038': 'insolvență firmă mamă',
  '1057': 'reorganizare judiciară',
  '1067': 'mențiune penală',
  '1069': 'mențiune penală',
  '1074': 'întrerupere temporară de activitate',
  '1146': 'insolvență firmă mamă',
  '2069': 'sediu expirat',
};

export async function publishNomenclatures(folder: string, on: number): Promise<void> {
  const name = join(folder, 'onrc', `nomenclatoare-${romanianDay(on, '-')}`);
  const write = async (file: string, lines: string[]): Promise<void> => {
    const text = await createText(join(name, file), { bom: true });
    for (const line of lines) text.line(cedilla(line));
    await text.close();
  };
  await write('N_STARE_FIRMA.CSV', ['COD^DENUMIRE', ...statusLines()]);
  await write('N_VERSIUNE_CAEN.CSV', [
    'COD^DESCRIERE',
    '0^Versiunea 1998',
    '1^Versiunea 2003',
    '2^Versiunea 2008',
    '3^Versiunea 2025',
  ]);
  await write('N_CAEN.CSV', ['SECTIUNEA^SUBSECTIUNEA^DIVIZIUNEA^GRUPA^CLASA^DENUMIRE^VERSIUNE_CAEN', ...caenLines()]);
}

const statusLines = (): string[] =>
  readReference<'code' | 'label_ro' | 'effect'>('company-status.tsv').map(({ code, label_ro, effect }) => {
    const label =
      STATUS_NAMES[code] ??
      (label_ro || (effect === 'neutral' ? 'altă mențiune' : 'altă procedură de dizolvare sau insolvență'));
    return `${code}^${label}`;
  });

/** Classes carry all their levels; sections, divisions and groups leave the lower ones empty. */
function caenLines(): string[] {
  const rev3 = readReference<'section' | 'division' | 'group' | 'code' | 'title_ro'>('caen-rev3.tsv');
  const rev2 = readReference<'section' | 'division' | 'group' | 'code' | 'title_ro'>('caen-rev2.tsv');
  const groups = readReference<'level' | 'code' | 'parent' | 'title_ro'>('caen-rev3-groups.tsv');
  const classes = (rows: typeof rev3, version: number): string[] =>
    rows.map((row) => `${row.section}^^${row.division}^${row.group}^${row.code}^${row.title_ro}^${version}`);
  const sections = groups.filter((row) => row.level === 'section').map((row) => `${row.code}^^^^^${row.title_ro}^3`);
  const divisions = groups
    .filter((row) => row.level === 'division')
    .map((row) => `${row.parent}^^${row.code}^^^${row.title_ro}^3`);
  // Firms that closed long ago have classes of 1998 and 2003; here these are the codes of Rev.2 under an older version.
  return [...sections, ...divisions, ...classes(rev3, 3), ...[2, 1, 0].flatMap((version) => classes(rev2, version))];
}

/** Snapshots and nomenclatures. */
export const onrcDatasets: PortalFolder = {
  folder: 'onrc',
  organization: { name: 'onrc', title: 'Oficiul Național al Registrului Comerțului' },
  licence: 'CC BY 4.0',
  datasetsOf(name) {
    const day = name.slice(-10).replaceAll('-', '.');
    const modifiedOn = parseRomanianDay(day);
    if (!modifiedOn) return [];
    const title = name.startsWith('firme-')
      ? `Firme înregistrate la Registrul Comerțului până la data de ${day}`
      : `Nomenclatoare - Registrul Comerțului - ${day}`;
    return [{ name, title, modifiedOn }];
  },
};
