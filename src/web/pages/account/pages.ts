/** The pages of accounts, from the entrance to the last farewell. */
import type { Page } from '#web/door/page.ts';
import { dataPage } from './data/data.ts';
import { linkPage } from './entrance/link.ts';
import { passwordPage } from './entrance/password.ts';
import { provePage } from './entrance/prove.ts';
import { signInPage } from './entrance/sign-in.ts';
import { signOutPage } from './entrance/sign-out.ts';
import { signUpPage } from './entrance/sign-up.ts';
import type { EntrancePagesNeeds } from './needs.ts';
import { securityPage } from './security/security.ts';

/** What its pages do things with. */
export interface AccountPagesNeeds extends EntrancePagesNeeds {}

export const accountPages = (needs: AccountPagesNeeds): Page[] => [
  signUpPage(needs),
  signInPage(needs),
  signOutPage(needs),
  passwordPage(needs),
  linkPage(needs),
  provePage(needs),
  securityPage(needs),
  dataPage(needs),
];
