/** The account of the demo: everybody's, signed in to with one click. Nobody can change or delete it. */
import { ApiError } from '#api/api-error.ts';
import type { Statement } from '#data/store/database.ts';
import { addDemoAccount } from './entrance-table.ts';
import { said } from './sentences.ts';

/** Also whose the public key of the demo is. */
export const DEMO_ACCOUNT = 'demo';

export const isDemoAccount = (account: string): boolean => account === DEMO_ACCOUNT;

/** Whatever a page lets through. */
export function assertChangeable(account: string): void {
  if (isDemoAccount(account)) throw new ApiError('INVALID_PARAMETER', said.demoAccount());
}

/** Makes it where it is missing; a Pro account without an address or a password. */
export const demoAccountThere = (now: number): Statement[] => addDemoAccount(DEMO_ACCOUNT, new Date(now).toISOString());
