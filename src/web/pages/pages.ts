/** Every page of the web app. */
import type { Checks } from '#checks/checks.ts';
import type { Page } from '#web/door/page.ts';
import { activitiesPage, activityPage } from './activities.ts';
import { bulkPage } from './bulk/bulk.ts';
import { bulkProofPage } from './bulk/proof.ts';
import { bulkResultPage } from './bulk/result.ts';
import { bulkTablePage } from './bulk/table-file.ts';
import { companyPage } from './company/company.ts';
import { comparePage } from './compare.ts';
import { homePage } from './home.ts';
import { personPage } from './person.ts';
import { countiesPage, countyPage, townPage } from './places.ts';
import { articlePage, pressPage } from './press.ts';
import { contractPage } from './procurement/contract.ts';
import { marketPage, marketsPage } from './procurement/market.ts';
import { noticePage } from './procurement/notice.ts';
import { reportPage } from './procurement/report.ts';
import { tendersPage } from './procurement/tenders.ts';
import { rankingsPage } from './rankings.ts';
import { ratesPage } from './rates.ts';
import { receiptsPage } from './receipts/receipts.ts';
import { searchPage } from './search.ts';
import { statusPage } from './status.ts';
import { treasuryPage } from './treasury.ts';

export interface Samples {
  /** Fiscal codes whose verdicts the first page shows. */
  verdicts: readonly string[];
  checks: Checks;
}

export const pagesOf = ({ verdicts, checks }: Samples): Page[] => [
  homePage(verdicts),
  searchPage,
  companyPage,
  personPage,
  tendersPage,
  noticePage,
  reportPage,
  comparePage,
  contractPage,
  marketsPage,
  marketPage,
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
];
