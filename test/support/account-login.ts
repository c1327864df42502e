/** The account of an email address and a password; null when they match none. */

import type { Database } from '#data/store/database.ts';
import { accountByEmail } from '#platform/accounts/accounts-table.ts';
import { isPassword } from '#platform/accounts/password.ts';

export async function openedBy(state: Database, email: string, password: string): Promise<string | null> {
  const account = await accountByEmail(state, email);
  return account && (await isPassword(password, account.password)) ? account.id : null;
}
