/** The trade registry's open data, file by file: its published name and its reader. */
import { readActivities, readBranches } from './activities.ts';
import { readFirms, readStatuses } from './firms.ts';
import { readCaenNames, readCaenVersions, readStatusNames } from './nomenclatures.ts';
import { readRepresentatives } from './officers.ts';

export const registryFiles = {
  firms: { file: 'OD_FIRME.CSV', read: readFirms },
  statuses: { file: 'OD_STARE_FIRMA.CSV', read: readStatuses },
  representatives: { file: 'OD_REPREZENTANTI_LEGALI.CSV', read: readRepresentatives },
  familyRepresentatives: { file: 'OD_REPREZENTANTI_IF.CSV', read: readRepresentatives },
  activities: { file: 'OD_CAEN_AUTORIZAT.CSV', read: readActivities },
  branches: { file: 'OD_SUCURSALE_ALTE_STATE_MEMBRE.CSV', read: readBranches },
  statusNames: { file: 'N_STARE_FIRMA.CSV', read: readStatusNames },
  caenVersions: { file: 'N_VERSIUNE_CAEN.CSV', read: readCaenVersions },
  caenNames: { file: 'N_CAEN.CSV', read: readCaenNames },
} as const;
