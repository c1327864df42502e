/**
 * The message catalogue: every text of ours that callers read, in English and Romanian. A message travels as its code and values and is
 * rendered in a language where the answer leaves.
 */
import { declareMessages } from '#lib/i18n/message.ts';
import { accounts as accountsEn } from './en/accounts.ts';
import { api as apiEn } from './en/api.ts';
import { bulkChecks as bulkChecksEn } from './en/bulk-checks.ts';
import { columns as columnsEn } from './en/columns.ts';
import { companies as companiesEn } from './en/companies.ts';
import { documents as documentsEn } from './en/documents.ts';
import { health as healthEn } from './en/health.ts';
import { http as httpEn } from './en/http.ts';
import { mcp as mcpEn } from './en/mcp.ts';
import { payments as paymentsEn } from './en/payments.ts';
import { people as peopleEn } from './en/people.ts';
import { procurement as procurementEn } from './en/procurement.ts';
import { publicData as publicDataEn } from './en/public-data.ts';
import { signatures as signaturesEn } from './en/signatures.ts';
import { statistics as statisticsEn } from './en/statistics.ts';
import { web as webEn } from './en/web.ts';
import { accounts as accountsRo } from './ro/accounts.ts';
import { api as apiRo } from './ro/api.ts';
import { bulkChecks as bulkChecksRo } from './ro/bulk-checks.ts';
import { columns as columnsRo } from './ro/columns.ts';
import { companies as companiesRo } from './ro/companies.ts';
import { documents as documentsRo } from './ro/documents.ts';
import { health as healthRo } from './ro/health.ts';
import { http as httpRo } from './ro/http.ts';
import { mcp as mcpRo } from './ro/mcp.ts';
import { payments as paymentsRo } from './ro/payments.ts';
import { people as peopleRo } from './ro/people.ts';
import { procurement as procurementRo } from './ro/procurement.ts';
import { publicData as publicDataRo } from './ro/public-data.ts';
import { signatures as signaturesRo } from './ro/signatures.ts';
import { statistics as statisticsRo } from './ro/statistics.ts';
import { web as webRo } from './ro/web.ts';

const english = {
  ...accountsEn,
  ...apiEn,
  ...bulkChecksEn,
  ...columnsEn,
  ...companiesEn,
  ...documentsEn,
  ...healthEn,
  ...httpEn,
  ...mcpEn,
  ...paymentsEn,
  ...peopleEn,
  ...procurementEn,
  ...publicDataEn,
  ...signaturesEn,
  ...statisticsEn,
  ...webEn,
};

const romanian = {
  ...accountsRo,
  ...apiRo,
  ...bulkChecksRo,
  ...columnsRo,
  ...companiesRo,
  ...documentsRo,
  ...healthRo,
  ...httpRo,
  ...mcpRo,
  ...paymentsRo,
  ...peopleRo,
  ...procurementRo,
  ...publicDataRo,
  ...signaturesRo,
  ...statisticsRo,
  ...webRo,
};

/** `messages.companies.unknown({ cui })` is the message `companies.unknown` with its value. */
export const messages = declareMessages(english, romanian);
