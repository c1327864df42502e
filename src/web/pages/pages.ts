/** Every page of the web app. */
import type { Page } from '#web/door/page.ts';
import { companyPage } from './company/company.ts';
import { homePage } from './home.ts';
import { searchPage } from './search.ts';

export interface Samples {
  /** Fiscal codes whose verdicts the first page shows. */
  verdicts: readonly string[];
}

export const pagesOf = ({ verdicts }: Samples): Page[] => [homePage(verdicts), searchPage, companyPage];
