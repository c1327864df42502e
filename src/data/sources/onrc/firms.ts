/** OD_FIRME.CSV (every firm ever registered) and OD_STARE_FIRMA.CSV (the states of each firm). */

import { text } from '#data/sources/cells.ts';
import { namedColumns } from '#data/sources/columns.ts';
import type { Input } from '#data/sources/lines.ts';
import { type Batch, Refusal, readTable } from '#data/sources/text-table.ts';
import { parseCui } from '#lib/values/cui.ts';
import { townName } from '#lib/values/locality.ts';
import { DELIMITERS, dayReader, legalForm, postalCode, registrationNumberReader, website } from './cells.ts';
import type { FirmRecord, StatusRecord } from './records.ts';

const towns = new Map<string, string>();

/** A country has some ten thousand localities: computed once each. */
const townOf = (locality: string | null): string | null =>
  locality === null ? null : towns.getOrInsertComputed(locality, townName);

/** A code of 0 or none marks old sole traders; personal numbers of 13 digits are dropped like every other invalid code. */
const fiscalCode = (cell: string | undefined): string | null => (cell ? parseCui(cell) : null);

export function readFirms(input: Input): AsyncIterable<Batch<FirmRecord>> {
  const registrationNumber = registrationNumberReader();
  const dayOf = dayReader();
  const shape = namedColumns(
    DELIMITERS,
    { name: 'DENUMIRE', cui: 'CUI', key: 'COD_INMATRICULARE', registeredOn: 'DATA_INMATRICULARE', county: 'ADR_JUDET' },
    {
      euid: 'EUID',
      legalForm: 'FORMA_JURIDICA',
      country: 'ADR_TARA',
      locality: 'ADR_LOCALITATE',
      street: 'ADR_DEN_STRADA',
      number: 'ADR_NR_STRADA',
      building: 'ADR_BLOC',
      entrance: 'ADR_SCARA',
      floor: 'ADR_ETAJ',
      apartment: 'ADR_APARTAMENT',
      postalCode: 'ADR_COD_POSTAL',
      sector: 'ADR_SECTOR',
      details: 'ADR_COMPLETARE',
      website: 'WEB',
      parentCountry: 'TARA_FIRMA_MAMA',
    },
    (cells, at): FirmRecord | Refusal => {
      const key = registrationNumber(cells[at.key]);
      if (key instanceof Refusal) return key;
      const name = text(cells[at.name]);
      if (name === null) return new Refusal('firm without a name', key);
      return {
        name,
        cui: fiscalCode(cells[at.cui]),
        registrationNumber: key,
        registrationNumberRaw: cells[at.key] ?? '',
        registeredOn: dayOf(cells[at.registeredOn]),
        euid: text(cells[at.euid]),
        legalForm: legalForm(cells[at.legalForm]),
        country: text(cells[at.country]),
        county: text(cells[at.county]),
        locality: townOf(text(cells[at.locality])),
        street: text(cells[at.street]),
        number: text(cells[at.number]),
        building: text(cells[at.building]),
        entrance: text(cells[at.entrance]),
        floor: text(cells[at.floor]),
        apartment: text(cells[at.apartment]),
        postalCode: postalCode(cells[at.postalCode]),
        sector: text(cells[at.sector]),
        details: text(cells[at.details]),
        website: website(cells[at.website]),
        parentCountry: text(cells[at.parentCountry]),
      };
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
