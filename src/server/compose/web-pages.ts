/** The pages of the web app, handed what this installation is: what it shows, what it costs, where readers leave requests. */

import type { Policy } from '#api/allowance.ts';
import type { Checks } from '#domain/bulk-checks/checks.ts';
import type { BillingSettings } from '#platform/billing/settings.ts';
import { policies } from '#platform/limits/policies.ts';
import { dollars } from '#platform/payments/prices.ts';
import type { ReaderRequests } from '#platform/privacy/reader-requests.ts';
import type { Config } from '#server/config/config.ts';
import { dataTools } from '#transports/mcp/tools/tools.ts';
import type { AccountPagesNeeds } from '#transports/web/pages/account/pages.ts';
import type { Outbox } from '#transports/web/pages/demo/outbox.ts';
import { pagesOf } from '#transports/web/pages/pages.ts';
import type { Terms } from '#transports/web/pages/pricing/terms.ts';
import type { Page } from '#transports/web/routing/page.ts';
import type { Accounts } from './accounts.ts';
import { AGENTS_DATA_PATH, AGENTS_PATH } from './agents.ts';
import type { InstallationProfile } from './examples.ts';
import type { KeyPages } from './key-pages.ts';

export interface WebPagesNeeds {
  config: Pick<Config, 'publicUrl'> & Partial<Pick<Config, 'seller' | 'contact' | 'browserDayMax' | 'proPrice'>>;
  profile: InstallationProfile;
  desk: ReaderRequests;
  checks: Checks;
  /** With whom Pro is sold; null: with nobody. */
  sold: BillingSettings | null;
  accounts: Pick<Accounts, 'entrance' | 'own'> &
    KeyPages &
    Pick<AccountPagesNeeds, 'subscription' | 'approvals' | 'apps' | 'requests'>;
  outbox: Outbox | null;
}

export const webPages = (needs: WebPagesNeeds): Page[] =>
  pagesOf({
    verdicts: needs.profile.demo?.verdicts ?? [],
    desk: needs.desk,
    checks: needs.checks,
    accounts: {
      ...needs.accounts,
      contact: needs.config.contact ?? null,
      publicUrl: needs.config.publicUrl,
      isDemo: needs.profile.demo !== null,
    },
    agents: { paths: { whole: AGENTS_PATH, data: AGENTS_DATA_PATH }, tools: dataTools },
    outbox: needs.outbox,
    terms: termsOf(needs),
  });

/** What the page of prices tells, from the settings and from the limits as they are. */
function termsOf({ config, profile, sold }: WebPagesNeeds): Terms {
  const { seller = null, contact = null, browserDayMax = null, proPrice = null } = config;
  return {
    proPrice: sold?.price ?? proPrice,
    isSold: sold !== null,
    perRequest: seller && {
      reference: dollars(seller.prices.reference),
      list: dollars(seller.prices.list),
      record: dollars(seller.prices.record),
      document: dollars(seller.prices.document),
    },
    isPlayMoney: seller?.networks.every(({ test }) => test) ?? false,
    limits: {
      browser: minutely('browser'),
      pro: minutely('pro'),
      address: minutely('address'),
      payer: minutely('payer'),
    },
    browserDayMax,
    contact,
    demoKey: profile.demo?.key ?? null,
  };
}

export const minutely = (policy: Policy): number => policies[policy].find(({ span }) => span === 'minute')?.limit ?? 0;
