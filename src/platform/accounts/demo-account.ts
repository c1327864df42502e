/** The shared demo account: every visitor can sign in with one click; it cannot be changed or deleted. */

import { ApiError } from '#api/api-error.ts';
import type { Statement } from '#data/store/database.ts';
import { messages } from '#locales/messages.ts';
import { addDemoAccount } from './accounts-table.ts';

/** Also the account of the public demo key. */
export const DEMO_ACCOUNT = 'demo';

export const isDemoAccount = (account: string): boolean => account === DEMO_ACCOUNT;

/** Checked again behind every page. */
export function assertChangeable(account: string): void {
  if (isDemoAccount(account)) throw new ApiError('INVALID_PARAMETER', messages.accounts.demoAccount());
}

/** Creates the demo account if it is missing: a Pro account without address and password. */
export const ensureDemoAccount = (now: number): Statement[] =>
  addDemoAccount(DEMO_ACCOUNT, new Date(now).toISOString());
