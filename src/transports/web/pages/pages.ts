/** Every page of the web app. */

import type { Checks } from '#domain/bulk-checks/checks.ts';
import type { ReaderRequests } from '#platform/privacy/reader-requests.ts';
import type { Page } from '#transports/web/routing/page.ts';
import { pointsPage } from './about/points.ts';

import { type AccountPagesNeeds, accountPages } from './account/pages.ts';
import { activitiesPage, activityPage } from './activities.ts';
import { type ConnectNeeds, connectPage } from './agents/connect.ts';
import { bulkPage } from './bulk/bulk.ts';
import { bulkProofPage } from './bulk/proof.ts';
import { bulkResultPage } from './bulk/result.ts';
import { bulkTablePage } from './bulk/table-file.ts';
import { companyPage } from './company/company.ts';
import { decisionPage } from './company/decision.ts';
import { companyDecisionsPage, companyHistoryPage, companyRelatedPage } from './company/list-pages.ts';
import { comparePage } from './compare/compare.ts';
import { type Outbox, outboxPage } from './demo/outbox.ts';
import { homePage } from './home.ts';
import { personPage } from './person/person.ts';
import { countiesPage, countyPage, townPage } from './places.ts';
import { articlePage, pressPage } from './press.ts';
import { pricingPage } from './pricing/pricing.ts';
import type { Terms } from './pricing/terms.ts';
import { changesPage } from './procurement/changes.ts';
import { companyProcurementPage } from './procurement/company-procurement.ts';
import { contractPage } from './procurement/contract.ts';
import { documentPage } from './procurement/document.ts';
import { marketPage } from './procurement/market.ts';
import { marketDealsPage } from './procurement/market-deals.ts';
import { marketsPage } from './procurement/markets.ts';
import { noticePage } from './procurement/notice.ts';
import { reportPage } from './procurement/report.ts';
import { tendersPage } from './procurement/tenders.ts';
import { rankingsPage } from './rankings.ts';
import { ratesPage } from './rates.ts';
import { receiptsPage } from './receipts/receipts.ts';
import { privacyPage } from './requests/privacy.ts';
import { reportErrorPage } from './requests/report-error.ts';
import { requestPage } from './requests/request.ts';
import { searchPage } from './search.ts';
import { statusPage } from './status.ts';
import { treasuryPage } from './treasury.ts';

export interface PagesNeeds {
  /** Fiscal codes whose verdicts the first page shows. */
  verdicts: readonly string[];
  /** Where readers leave what they ask of whoever runs the service. */
  desk: ReaderRequests;
  /** What it costs here, and whom to ask. */
  terms: Terms;
  /** Lists of fiscal codes that readers have checked. */
  checks: Checks;
  accounts: AccountPagesNeeds;
  /** Where agents come in, and what they find there. */
  agents: ConnectNeeds;
  /** Null where letters are sent, or none are written. */
  outbox: Outbox | null;
}

export const pagesOf = ({ verdicts, desk, terms, checks, accounts, agents, outbox }: PagesNeeds): Page[] => [
  homePage(verdicts),
  searchPage,
  companyPage,
  companyHistoryPage,
  companyDecisionsPage,
  companyRelatedPage,
  decisionPage,
  personPage,
  tendersPage,
  noticePage,
  documentPage,
  changesPage,
  companyProcurementPage,
  reportPage,
  comparePage,
  contractPage,
  marketsPage,
  marketPage,
  marketDealsPage,
  countiesPage,
  countyPage,
  townPage,
  activitiesPage,
  activityPage,
  rankingsPage,
  bulkPage(checks),
  bulkResultPage(checks),
  bulkTablePage(checks),
  bulkProofPage(checks),
  receiptsPage,
  ratesPage,
  treasuryPage,
  pressPage,
  articlePage,
  statusPage,
  pricingPage(terms),
  connectPage(agents),
  pointsPage('terms', terms),
  pointsPage('support', terms),
  privacyPage({ desk, contact: terms.contact }),
  reportErrorPage(desk),
  requestPage(desk),
  ...accountPages(accounts),
  ...(outbox ? [outboxPage(outbox)] : []),
];
