/** Which account an address and a password open together; null when none. */
import { accountOfEmail } from '#accounts/entrance-table.ts';
import { isPassword } from '#accounts/password.ts';
import type { Database } from '#store/database.ts';

export async function openedBy(state: Database, email: string, password: string): Promise<string | null> {
  const account = await accountOfEmail(state, email);
  return account && (await isPassword(password, account.password)) ? account.id : null;
}
