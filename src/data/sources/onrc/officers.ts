/** OD_REPREZENTANTI_LEGALI.CSV and OD_REPREZENTANTI_IF.CSV: the legal representatives of firms. Shareholders are not published. */
import { text } from '#data/sources/cells.ts';
import { namedColumns } from '#data/sources/columns.ts';
import type { Input } from '#data/sources/lines.ts';
import { type Batch, Refusal, readTable } from '#data/sources/text-table.ts';
import { DELIMITERS, dayReader, registrationNumberReader } from './cells.ts';
import type { RepresentativeRecord } from './records.ts';

/** Reads both files: they differ in the name of one column, and family businesses have no present address. */
export function readRepresentatives(input: Input): AsyncIterable<Batch<RepresentativeRecord>> {
  const registrationNumber = registrationNumberReader();
  const dayOf = dayReader();
  const shape = namedColumns(
    DELIMITERS,
    { key: 'COD_INMATRICULARE', name: 'PERSOANA_IMPUTERNICITA|NUME', title: 'CALITATE' },
    {
      birthDate: 'DATA_NASTERE',
      birthLocality: 'LOCALITATE_NASTERE',
      birthCounty: 'JUDET_NASTERE',
      birthCountry: 'TARA_NASTERE',
      locality: 'LOCALITATE',
      county: 'JUDET',
      country: 'TARA',
    },
    (cells, at): RepresentativeRecord | Refusal => {
      const key = registrationNumber(cells[at.key]);
      if (key instanceof Refusal) return key;
      const name = text(cells[at.name]);
      if (name === null) return new Refusal('representative without a name', key);
      return {
        registrationNumber: key,
        name,
        title: text(cells[at.title]),
        // Normalised, so that both formats of a date give a person the same digest; an invalid date stays as it is.
        birthDate: dayOf(cells[at.birthDate]) ?? text(cells[at.birthDate]),
        birthLocality: text(cells[at.birthLocality]),
        birthCounty: text(cells[at.birthCounty]),
        birthCountry: text(cells[at.birthCountry]),
        locality: text(cells[at.locality]),
        county: text(cells[at.county]),
        country: text(cells[at.country]),
      };
    },
  );
  return readTable(input, shape);
}
