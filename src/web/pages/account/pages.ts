/** The pages of accounts, from the entrance to the last farewell. */
import type { Page } from '#web/door/page.ts';
import { appsPage } from './apps.ts';
import { keyRevocationPage } from './key-revocation.ts';
import { keysPage } from './keys.ts';
import { type OverviewNeeds, overviewPage } from './overview.ts';
import { passkeyEntrancePage } from './passkey-entrance.ts';
import { type PasskeysNeeds, passkeysPage } from './passkeys.ts';
import { usagePage } from './usage.ts';
import { usageTablePage } from './usage-table-file.ts';

/** What its pages do things with. */
export interface AccountPagesNeeds extends OverviewNeeds, PasskeysNeeds {}

export const accountPages = (needs: AccountPagesNeeds): Page[] => [
  overviewPage(needs),
  keysPage(needs),
  keyRevocationPage(needs.keys),
  usagePage(needs),
  usageTablePage(needs),
  appsPage,
  passkeysPage(needs),
  passkeyEntrancePage(needs.passkeys),
];
