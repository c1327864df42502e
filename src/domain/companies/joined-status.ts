/** One status for what the trade registry and the tax authority say: the graver one counts, whoever says it. */

import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import type { CompanyStatus } from '#lib/schema/company-state.ts';
import { fold } from '#lib/values/text.ts';
import type { StatusFacts } from './registry-status.ts';

/** Null when neither tells: no status in the registry, and the tax authority never asked. */
export function joinedStatus(registry: StatusFacts | null, record: FiscalRecord | null): CompanyStatus | null {
  const state = stateOf(record);
  if (registry?.struckOff || state === 'struckOff') return 'struckOff';
  if (registry?.insolvency) return 'insolvency';
  if (registry?.dissolution || state === 'dissolution') return 'dissolution';
  if (registry?.suspended || state === 'suspended') return 'suspended';
  if (record?.inactive) return 'inactive';
  const operating = registry?.active ?? (state === null ? null : true);
  return operating === null ? null : operating ? 'operating' : 'notOperating';
}

/** The tax authority writes `RADIERE din data …`, `DIZOLVARE …`, `SUSPENDARE ACTIVITATE …`, `INREGISTRAT …`. */
function stateOf(record: FiscalRecord | null): 'struckOff' | 'dissolution' | 'suspended' | 'registered' | null {
  if (!record?.registrationState) return null;
  const words = fold(record.registrationState);
  if (/^(radiere|radiat)/.test(words)) return 'struckOff';
  if (/^(dizolvare|lichidare)/.test(words)) return 'dissolution';
  return words.startsWith('suspendare') ? 'suspended' : 'registered';
}

export const activeByTaxAuthority = (record: FiscalRecord | null): boolean | null => {
  const state = stateOf(record);
  return state === null ? null : state === 'registered';
};
