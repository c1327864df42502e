/** Records of the trade registry's open data, one a line, trimmed and comma-below. Formats: docs/sources.md. */

/** OD_STARE_FIRMA.CSV: several rows per firm. */
export interface StatusRecord {
  registrationNumber: string;
  code: string;
}

/** OD_REPREZENTANTI_LEGALI.CSV and OD_REPREZENTANTI_IF.CSV. Birth data is only hashed. */
export interface RepresentativeRecord {
  registrationNumber: string;
  name: string;
  title: string | null;
  birthDate: string | null;
  birthLocality: string | null;
  birthCounty: string | null;
  birthCountry: string | null;
  locality: string | null;
  county: string | null;
  country: string | null;
}

/** OD_CAEN_AUTORIZAT.CSV. `revision`: 1998, 2003, 2008 (Rev.2), 2025 (Rev.3). */
export interface ActivityRecord {
  registrationNumber: string;
  code: string;
  revision: CaenRevision;
}

export type CaenRevision = 'rev1998' | 'rev2003' | 'rev2' | 'rev3';

/** OD_SUCURSALE_ALTE_STATE_MEMBRE.CSV: branches in other member states. */
export interface BranchRecord {
  registrationNumber: string;
  kind: string | null;
  name: string | null;
  euid: string | null;
  fiscalCode: string | null;
  country: string | null;
}

/** N_STARE_FIRMA.CSV */
export interface StatusNameRecord {
  code: string;
  label: string;
}

/** N_CAEN.CSV, classes only. */
export interface CaenNameRecord {
  code: string;
  revision: CaenRevision;
  title: string;
}

/** N_VERSIUNE_CAEN.CSV: the code that OD_CAEN_AUTORIZAT uses for a revision. */
export interface CaenVersionRecord {
  code: string;
  revision: CaenRevision;
}
