/** Every page of the web app. */
import type { Page } from '#web/door/page.ts';
import { activitiesPage, activityPage } from './activities.ts';
import { companyPage } from './company/company.ts';
import { decisionPage } from './company/decision.ts';
import { companyDecisionsPage, companyHistoryPage, companyRelatedPage } from './company/list-pages.ts';
import { comparePage } from './compare/compare.ts';
import { homePage } from './home.ts';
import { personPage } from './person/person.ts';
import { countiesPage, countyPage, townPage } from './places.ts';
import { articlePage, pressPage } from './press.ts';
import { contractPage } from './procurement/contract.ts';
import { marketPage, marketsPage } from './procurement/market.ts';
import { noticePage } from './procurement/notice.ts';
import { reportPage } from './procurement/report.ts';
import { tendersPage } from './procurement/tenders.ts';
import { rankingsPage } from './rankings.ts';
import { ratesPage } from './rates.ts';
import { searchPage } from './search.ts';
import { statusPage } from './status.ts';
import { treasuryPage } from './treasury.ts';

export interface Samples {
  /** Fiscal codes whose verdicts the first page shows. */
  verdicts: readonly string[];
}

export const pagesOf = ({ verdicts }: Samples): Page[] => [
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
  ratesPage,
  treasuryPage,
  pressPage,
  articlePage,
  statusPage,
];
