/** That a company exists, and the few facts its sub-resources need; a 404 or 503 when it does not or nobody can tell. */
import { readReference } from '#base/reference.ts';
import type { Call } from '#http/endpoint.ts';
import type { Company } from './company.ts';
import type { FirmRow } from './facts.ts';
import { firmByCui } from './facts-table.ts';
import { lookUp } from './lookup.ts';
import type { CompanyNeeds } from './needs.ts';

export interface KnownCompany {
  cui: string;
  name: string;
  /** Null outside the trade registry. */
  firm: FirmRow | null;
  registeredOn: string | null;
  /** Sole traders keep single-entry books and file no balance sheet. */
  filesBalances: boolean;
}

const individuals = new Set(
  readReference<'code' | 'class'>('legal-forms.tsv')
    .filter((form) => form.class === 'individual')
    .map((form) => form.code),
);

export async function knownCompany(cui: string, call: Call, needs: CompanyNeeds): Promise<KnownCompany> {
  const firm = await firmByCui(call.dataset.db, cui);
  if (firm) {
    return {
      cui,
      name: firm.name,
      firm,
      registeredOn: firm.registered_on,
      filesBalances: !individuals.has(firm.legal_form ?? ''),
    };
  }
  const { document } = await lookUp(cui, call, needs);
  const company = JSON.parse(Buffer.from(document.bytes).toString()) as Company;
  return { cui, name: company.name, firm: null, registeredOn: company.registrationDate, filesBalances: true };
}
