/** OD_FIRME.CSV (every firm ever registered) and OD_STARE_FIRMA.CSV (the states of each firm). */

import { oncePerText, text } from '#data/sources/cells.ts';
import { namedColumns } from '#data/sources/columns.ts';
import type { Input } from '#data/sources/lines.ts';
import { type Batch, Refusal, readTable } from '#data/sources/text-table.ts';
import type { ColumnText } from '#lib/values/column-text.ts';
import { parseCui } from '#lib/values/cui.ts';
import type { Day } from '#lib/values/date.ts';
import { townName } from '#lib/values/locality.ts';
import { DELIMITERS, dayReader, legalForm, postalCode, registrationNumberReader, website } from './cells.ts';
import type { StatusRecord } from './records.ts';

/** A country has some ten thousand localities. */
const townOf = oncePerText(townName);

const locality = (cell: string | undefined): string | null => {
  const published = text(cell);
  return published === null ? null : townOf(published);
};

/** A code of 0 or none marks old sole traders; personal numbers of 13 digits are dropped like every other invalid code. */
const fiscalCode = (cell: string | undefined): string | null => (cell ? parseCui(cell) : null);

/** Columns that are stored as read, by the column of the table `firm`: the column of the file, and the reader of its cells. */
const columns = {
  euid: ['EUID', text],
  legal_form: ['FORMA_JURIDICA', legalForm],
  country: ['ADR_TARA', text],
  locality: ['ADR_LOCALITATE', locality],
  street: ['ADR_DEN_STRADA', text],
  number: ['ADR_NR_STRADA', text],
  building: ['ADR_BLOC', text],
  entrance: ['ADR_SCARA', text],
  floor: ['ADR_ETAJ', text],
  apartment: ['ADR_APARTAMENT', text],
  postal_code: ['ADR_COD_POSTAL', postalCode],
  sector: ['ADR_SECTOR', text],
  details: ['ADR_COMPLETARE', text],
  website: ['WEB', website],
  parent_country: ['TARA_FIRMA_MAMA', text],
} as const;

type StoredColumn = keyof typeof columns;

/** OD_FIRME.CSV, trimmed and comma-below. Texts are typed by the columns of the table `firm` that they are stored in. */
export type FirmRecord = { [Name in StoredColumn | 'county']: ColumnText<Name> | null } & {
  name: ColumnText<'name'>;
  cui: string | null;
  /** 13-digit form. */
  registrationNumber: ColumnText<'registration_number'>;
  registeredOn: Day | null;
};

const stored = Object.entries(columns).map(([column, [header, read]]) => ({
  column: column as StoredColumn,
  header,
  read,
}));

export function readFirms(input: Input): AsyncIterable<Batch<FirmRecord>> {
  const registrationNumber = registrationNumberReader();
  const dayOf = dayReader();
  const shape = namedColumns(
    DELIMITERS,
    { name: 'DENUMIRE', cui: 'CUI', key: 'COD_INMATRICULARE', registeredOn: 'DATA_INMATRICULARE', county: 'ADR_JUDET' },
    Object.fromEntries(stored.map(({ column, header }) => [column, header])) as Record<StoredColumn, string>,
    (cells, at): FirmRecord | Refusal => {
      const key = registrationNumber(cells[at.key]);
      if (key instanceof Refusal) return key;
      const name = text(cells[at.name]);
      if (name === null) return new Refusal('firm without a name', key);
      const record: Record<string, string | null> = {
        name,
        cui: fiscalCode(cells[at.cui]),
        registrationNumber: key,
        registeredOn: dayOf(cells[at.registeredOn]),
        county: text(cells[at.county]),
      };
      for (const { column, read } of stored) record[column] = read(cells[at[column]]);
      return record as FirmRecord;
    },
  );
  return readTable(input, shape);
}

export function readStatuses(input: Input): AsyncIterable<Batch<StatusRecord>> {
  const registrationNumber = registrationNumberReader();
  const shape = namedColumns(DELIMITERS, { key: 'COD_INMATRICULARE', code: 'COD' }, {}, (cells, at) => {
    const key = registrationNumber(cells[at.key]);
    if (key instanceof Refusal) return key;
    const code = statusCode(cells[at.code]);
    return code instanceof Refusal ? code : { registrationNumber: key, code };
  });
  return readTable(input, shape);
}

/** Four digits in practice; a firm without a state is better than one in an unknown state. */
export function statusCode(cell: string | undefined): string | Refusal {
  const code = text(cell) ?? '';
  return /^[0-9]{1,6}$/.test(code) ? code : new Refusal('unreadable status code', code);
}
