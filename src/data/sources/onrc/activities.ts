/** OD_CAEN_AUTORIZAT.CSV (authorised activities; the main one is not marked) and OD_SUCURSALE_ALTE_STATE_MEMBRE.CSV. */
import { caenCode, text } from '#data/sources/cells.ts';
import { namedColumns } from '#data/sources/columns.ts';
import type { Input } from '#data/sources/lines.ts';
import { type Batch, Refusal, readTable } from '#data/sources/text-table.ts';
import { caenRevision, DELIMITERS, registrationNumberReader } from './cells.ts';
import type { ActivityRecord, BranchRecord } from './records.ts';

export function readActivities(input: Input): AsyncIterable<Batch<ActivityRecord>> {
  const registrationNumber = registrationNumberReader();
  const shape = namedColumns(
    DELIMITERS,
    { key: 'COD_INMATRICULARE', code: 'COD_CAEN_AUTORIZAT', version: 'VER_CAEN_AUTORIZAT' },
    {},
    (cells, at): ActivityRecord | Refusal => {
      const key = registrationNumber(cells[at.key]);
      if (key instanceof Refusal) return key;
      const code = caenCode(cells[at.code]);
      if (code === null) return new Refusal('unreadable CAEN code', cells[at.code] ?? '');
      const revision = caenRevision(cells[at.version]);
      if (revision === undefined) return new Refusal('unknown CAEN version', cells[at.version] ?? '');
      return { registrationNumber: key, code, revision };
    },
  );
  return readTable(input, shape);
}

export function readBranches(input: Input): AsyncIterable<Batch<BranchRecord>> {
  const registrationNumber = registrationNumberReader();
  const shape = namedColumns(
    DELIMITERS,
    { key: 'COD_INMATRICULARE', name: 'DENUMIRE_SUCURSALA' },
    { kind: 'TIP_UNITATE', euid: 'EUID', fiscalCode: 'COD_FISCAL', country: 'TARA' },
    (cells, at): BranchRecord | Refusal => {
      const key = registrationNumber(cells[at.key]);
      if (key instanceof Refusal) return key;
      return {
        registrationNumber: key,
        kind: text(cells[at.kind]),
        name: text(cells[at.name]),
        euid: text(cells[at.euid]),
        fiscalCode: text(cells[at.fiscalCode]),
        country: text(cells[at.country]),
      };
    },
  );
  return readTable(input, shape);
}
