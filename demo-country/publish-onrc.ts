/** The trade registry's snapshot of a day: six files, caret-separated, without quoting, with the dirt of the real ones. */
import { join } from 'node:path';
import { readReference } from '#lib/values/reference-tables.ts';
import { dayNumber, entryOn, romanianDay } from './days.ts';
import type { Entity } from './entity.ts';
import type { Address } from './places.ts';
import { chance } from './random.ts';
import { cedilla, createText, type Publication } from './write-text.ts';

const HEADERS = {
  'OD_FIRME.CSV':
    'DENUMIRE^CUI^COD_INMATRICULARE^DATA_INMATRICULARE^EUID^FORMA_JURIDICA^ADR_TARA^ADR_JUDET^ADR_LOCALITATE^ADR_DEN_STRADA^ADR_NR_STRADA^ADR_BLOC^ADR_SCARA^ADR_ETAJ^ADR_APARTAMENT^ADR_COD_POSTAL^ADR_SECTOR^ADR_COMPLETARE^WEB^TARA_FIRMA_MAMA',
  'OD_STARE_FIRMA.CSV': 'COD_INMATRICULARE^COD',
  'OD_REPREZENTANTI_LEGALI.CSV':
    'COD_INMATRICULARE^PERSOANA_IMPUTERNICITA^CALITATE^DATA_NASTERE^LOCALITATE_NASTERE^JUDET_NASTERE^TARA_NASTERE^LOCALITATE^JUDET^TARA',
  'OD_REPREZENTANTI_IF.CSV':
    'COD_INMATRICULARE^NUME^DATA_NASTERE^LOCALITATE_NASTERE^JUDET_NASTERE^TARA_NASTERE^CALITATE',
  'OD_CAEN_AUTORIZAT.CSV': 'COD_INMATRICULARE^COD_CAEN_AUTORIZAT^VER_CAEN_AUTORIZAT',
  'OD_SUCURSALE_ALTE_STATE_MEMBRE.CSV': 'COD_INMATRICULARE^TIP_UNITATE^DENUMIRE_SUCURSALA^EUID^COD_FISCAL^TARA',
};

/** Newer rows carry a time of day. */
const TIMED_FROM = dayNumber('2024-09-03');
/** One line in so many has a wrong number of columns, next to a correct one, so that no firm is lost. */
const BROKEN_EVERY = 10_000;
/** One firm in so many is in the file twice, as legacy rows are. */
const REPEATED_EVERY = 4_000;

export async function publishOnrc(folder: string, on: number): Promise<Publication> {
  const name = join(folder, 'onrc', `firme-${romanianDay(on, '-')}`);
  const create = async (file: keyof typeof HEADERS, lineEnd: '\n' | '\r\n' = '\n') => {
    const text = await createText(join(name, file), { bom: true, lineEnd });
    text.line(HEADERS[file]);
    return text;
  };
  const firms = await create('OD_FIRME.CSV');
  const statuses = await create('OD_STARE_FIRMA.CSV', '\r\n');
  const officers = await create('OD_REPREZENTANTI_LEGALI.CSV');
  const families = await create('OD_REPREZENTANTI_IF.CSV', '\r\n');
  const activities = await create('OD_CAEN_AUTORIZAT.CSV');
  const branches = await create('OD_SUCURSALE_ALTE_STATE_MEMBRE.CSV');

  return {
    files: [firms, statuses, officers, families, activities, branches],
    firm(entity) {
      const key = entity.registration;
      const line = firmLine(entity, on);
      if (entity.index % BROKEN_EVERY === BROKEN_EVERY / 4) firms.line(line.split('^').slice(0, 13).join('^'));
      if (entity.index % REPEATED_EVERY === REPEATED_EVERY / 4) firms.line(line);
      firms.line(line);
      for (const code of entryOn(entity.statuses, on).value) statuses.line(`${key}^${code}`);
      for (const row of officerLines(entity, on)) (entity.form === 'IF' ? families : officers).line(row);
      for (const row of activityLines(entity, on)) activities.line(row);
      for (const branch of entity.branches)
        branches.line(
          `${key}^${branch.kind}^${branch.name}^${branch.euid}^${branch.fiscalCode}^${cedilla(branch.country)}`,
        );
    },
  };
}

function firmLine(entity: Entity, on: number): string {
  const { seed } = entity.world;
  const address = entryOn(entity.addresses, on).value;
  const { locality } = address;
  const cells = [
    entryOn(entity.names, on).value,
    entity.cuiPublished ? entity.cui : '0',
    entity.registration,
    romanianDay(entity.registeredOn) + (entity.registeredOn >= TIMED_FROM ? ' 00:00:00' : ''),
    // The identifier of the European register drops the county's leading zero.
    `ROONRC.${entity.registration?.replace(/^([JFC])0(\d)\//, '$1$2/')}`,
    entity.form,
    'România',
    locality.county.name,
    locality.name,
    streetCell(address, chance(seed, entity.index, 'street spaces')),
    address.number ?? '',
    address.building ?? '',
    address.entrance ?? '',
    address.floor ?? '',
    address.apartment ?? '',
    postalCell(address.postalCode, chance(seed, entity.index, 'postal code')),
    locality.kind === 'sector' ? (locality.name.at(-1) ?? '') : '',
    address.details ?? '',
    webCell(entity),
    entity.parentCountry ?? '',
  ];
  const line = cells.join('^');
  // Both ways of writing ș and ț stand in one file.
  return chance(seed, entity.index, 'diacritics') < 0.9 ? cedilla(line) : line;
}

const streetCell = ({ street }: Address, roll: number): string =>
  street === null ? '' : roll < 0.1 ? `${street}  ` : street;

/** Padded to seven; some are codes from before 2003, some are 0. */
function postalCell(code: string | null, roll: number): string {
  if (code === null) return roll < 0.2 ? '      0' : '';
  return (roll < 0.1 ? code.slice(0, 4 + Math.round(roll * 10)) : code).padStart(7);
}

/** A few put their telephone number there. */
function webCell(entity: Entity): string {
  if (entity.website) return entity.website;
  const roll = chance(entity.world.seed, entity.index, 'telephone as web site');
  return roll < 0.002 ? `0700 ${String(Math.floor(roll * 5e8)).padStart(6, '0')}` : '';
}

function officerLines(entity: Entity, on: number): string[] {
  return entity.officers
    .filter((tenure) => tenure.from <= on && (tenure.until === null || tenure.until > on))
    .map(({ name, person, seat, title }) => {
      const birth = person
        ? [
            romanianDay(person.bornOn),
            ...(person.birthCountry === 'România' ? [person.birthPlace.name, person.birthPlace.county.name] : ['', '']),
            person.birthCountry,
          ]
        : ['', '', '', ''];
      const home = [seat.name, seat.county.name, 'România'];
      const cells =
        entity.form === 'IF'
          ? [entity.registration, name, ...birth, title]
          : [entity.registration, name, title, ...birth, ...home];
      return cedilla(cells.join('^'));
    });
}

/** Days on which a new version of the classification came into use. */
const REV2003_FROM = dayNumber('2003-01-01');
const REV2_FROM = dayNumber('2008-01-01');

function activityLines(entity: Entity, on: number): string[] {
  const version = versionOn(entity, on);
  const codes = new Set(entity.activities.map((trade) => (version === 3 ? trade.code : trade.rev2)));
  return Array.from(codes, (code) => `${entity.registration}^${code}^${version}`);
}

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
