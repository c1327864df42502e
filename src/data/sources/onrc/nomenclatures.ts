/** N_STARE_FIRMA.CSV, N_VERSIUNE_CAEN.CSV and N_CAEN.CSV: the names behind the registry's codes. */
import { caenCode, text } from '#data/sources/cells.ts';
import { namedColumns } from '#data/sources/columns.ts';
import type { Input } from '#data/sources/lines.ts';
import { type Batch, Refusal, readTable } from '#data/sources/text-table.ts';
import { caenRevision, DELIMITERS } from './cells.ts';
import { statusCode } from './firms.ts';
import type { CaenNameRecord, CaenVersionRecord, StatusNameRecord } from './records.ts';

export function readStatusNames(input: Input): AsyncIterable<Batch<StatusNameRecord>> {
  const shape = namedColumns(DELIMITERS, { code: 'COD', label: 'DENUMIRE' }, {}, (cells, at) => {
    const code = statusCode(cells[at.code]);
    if (code instanceof Refusal) return code;
    const label = text(cells[at.label]);
    return label === null ? new Refusal('status without a name', code) : { code, label };
  });
  return readTable(input, shape);
}

export function readCaenVersions(input: Input): AsyncIterable<Batch<CaenVersionRecord>> {
  const shape = namedColumns(DELIMITERS, { code: 'COD', title: 'DESCRIERE' }, {}, (cells, at) => {
    const title = text(cells[at.title]);
    const revision = caenRevision(cells[at.title]);
    if (title === null || revision === undefined) return new Refusal('unknown CAEN version', title ?? '');
    return { code: text(cells[at.code]) ?? '', revision };
  });
  return readTable(input, shape);
}

/** Lines without a class are the headings of sections, divisions and groups, and are ignored. */
export function readCaenNames(input: Input): AsyncIterable<Batch<CaenNameRecord>> {
  const shape = namedColumns(
    DELIMITERS,
    { code: 'CLASA', title: 'DENUMIRE', version: 'VERSIUNE_CAEN' },
    {},
    (cells, at): CaenNameRecord | Refusal | null => {
      if (text(cells[at.code]) === null) return null;
      const code = caenCode(cells[at.code]);
      const title = text(cells[at.title]);
      if (code === null || title === null) return new Refusal('unreadable CAEN class', cells[at.code] ?? '');
      const revision = caenRevision(cells[at.version]);
      if (revision === undefined) return new Refusal('unknown CAEN version', cells[at.version] ?? '');
      return { code, revision, title };
    },
  );
  return readTable(input, shape);
}
