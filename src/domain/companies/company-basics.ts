/** The few facts of a company that its sub-resources need; a 404 when there is no such company, a 503 when no source answers. */

import { requestMemo } from '#api/request-context.ts';
import { readReference } from '#lib/values/reference-tables.ts';
import type { Company } from './company.ts';
import { statusFacts } from './company-status.ts';
import type { CompanyContext } from './context.ts';
import type { FirmRow } from './facts.ts';
import { firmByCui, statusesOf } from './facts-table.ts';
import { lookUp } from './lookup.ts';

export interface CompanyBasics {
  cui: string;
  name: string;
  /** Null outside the trade registry. */
  firm: FirmRow | null;
  /** Codes of its state in the trade registry; empty outside it. */
  statuses: readonly string[];
  registeredOn: string | null;
  /** As the registry states, outside it as the tax authority states. */
  active: boolean | null;
  struckOff: boolean;
  /** Sole traders keep single-entry books and file no balance sheet. */
  filesBalances: boolean;
}

const individuals = new Set(
  readReference<'code' | 'class'>('legal-forms.tsv')
    .filter((form) => form.class === 'individual')
    .map((form) => form.code),
);

export const companyBasics = requestMemo(async (cui, call, context: CompanyContext): Promise<CompanyBasics> => {
  const firm = await firmByCui(call.dataset.db, cui);
  if (firm) {
    const statuses = await statusesOf(call.dataset.db, firm.id);
    const { active, struckOff } = statusFacts(statuses, () => null);
    return {
      cui,
      name: firm.name,
      firm,
      statuses,
      registeredOn: firm.registered_on,
      active,
      struckOff: struckOff ?? false,
      filesBalances: !individuals.has(firm.legal_form ?? ''),
    };
  }
  const { document } = await lookUp(cui, call, context);
  const company = JSON.parse(Buffer.from(document.bytes).toString()) as Company;
  return {
    cui,
    name: company.name,
    firm: null,
    statuses: [],
    registeredOn: company.registrationDate,
    active: company.active,
    struckOff: false,
    filesBalances: true,
  };
});
