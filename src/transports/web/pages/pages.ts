/** Every page of the web app, by the name of its address. */

import type { Checks } from '#domain/bulk-checks/checks.ts';
import type { ReaderRequests } from '#platform/privacy/reader-requests.ts';
import { addresses, type PageName } from '#transports/web/addresses.ts';
import type { Page, RoutedPage } from '#transports/web/routing/page.ts';
import type { AccountPagesContext } from './account/context.ts';
import { accountPages } from './account/pages.ts';
import { activitiesPage, activityPage } from './activities.ts';
import { connectPage } from './agents.ts';
import { bulkPage } from './bulk/bulk.ts';
import { bulkProofPage } from './bulk/proof.ts';
import { bulkResultPage } from './bulk/result.ts';
import { bulkTablePage } from './bulk/table-file.ts';
import { companyPage } from './company/company.ts';
import { decisionPage } from './company/decision.ts';
import { companyDecisionsPage, companyHistoryPage, companyRelatedPage } from './company/list-pages.ts';
import { comparePage } from './compare.ts';
import { homePage } from './home.ts';
import { countiesPage, countyPage, townPage } from './localities.ts';
import { type Outbox, outboxPage } from './outbox.ts';
import { personPage } from './person.ts';
import { articlePage, pressPage } from './press.ts';
import type { Terms } from './pricing.ts';
import { pricingPage } from './pricing.ts';
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
import { receiptsPage } from './receipts.ts';
import { privacyPage } from './requests/privacy.ts';
import { reportErrorPage } from './requests/report-error.ts';
import { requestPage } from './requests/request.ts';
import { searchPage } from './search.ts';
import { pointsPage } from './static-pages.ts';
import { statusPage } from './status.ts';
import { treasuryPage } from './treasury.ts';

export interface PagesContext {
  /** CUIs of the sample verdicts on the home page. */
  verdicts: readonly string[];
  /** Requests of readers to the operator. */
  readerRequests: ReaderRequests;
  /** Prices, limits and contact. */
  terms: Terms;
  /** Bulk checks of readers. */
  checks: Checks;
  accounts: AccountPagesContext;
  /** MCP endpoints and their tools. */
  agents: Parameters<typeof connectPage>[0];
  /** Null where emails are sent, or none are created. */
  outbox: Outbox | null;
}

/** Rendered once for all readers: `docs/` has their routes. */
type Documentation = 'docs' | 'operation' | 'changes';

export const pagesOf = ({
  verdicts,
  readerRequests,
  terms,
  checks,
  accounts,
  agents,
  outbox,
}: PagesContext): RoutedPage[] => {
  const pages: Record<Exclude<PageName, Documentation>, Page | null> = {
    home: homePage(verdicts),
    search: searchPage,
    company: companyPage,
    companyHistory: companyHistoryPage,
    companyDecisions: companyDecisionsPage,
    companyRelated: companyRelatedPage,
    decision: decisionPage,
    person: personPage,
    tenders: tendersPage,
    notice: noticePage,
    noticeDocument: documentPage,
    noticeChanges: changesPage,
    companyProcurement: companyProcurementPage,
    report: reportPage,
    compare: comparePage,
    contract: contractPage,
    markets: marketsPage,
    market: marketPage,
    marketDeals: marketDealsPage,
    counties: countiesPage,
    county: countyPage,
    town: townPage,
    activities: activitiesPage,
    activity: activityPage,
    rankings: rankingsPage,
    bulk: bulkPage(checks),
    bulkResult: bulkResultPage(checks),
    bulkTable: bulkTablePage(checks),
    bulkProof: bulkProofPage(checks),
    receipts: receiptsPage,
    rates: ratesPage,
    treasury: treasuryPage,
    press: pressPage,
    article: articlePage,
    status: statusPage,
    pricing: pricingPage(terms),
    agents: connectPage(agents),
    terms: pointsPage('terms', terms),
    support: pointsPage('support', terms),
    privacy: privacyPage({ requests: readerRequests, contact: terms.contact }),
    reportError: reportErrorPage(readerRequests),
    request: requestPage(readerRequests),
    ...accountPages(accounts),
    outbox: outbox && outboxPage(outbox),
  };
  return Object.entries(pages).flatMap(([name, page]) =>
    page ? [{ ...page, path: addresses[name as keyof typeof pages] }] : [],
  );
};
