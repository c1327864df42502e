/** To whom letters about payments go. */

import type { Database } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/sentence.ts';

/** Null when the account has no address. */
export const recipientOf = (state: Database, account: string): Promise<{ email: string; language: Language } | null> =>
  state.one(`select email, coalesce(language, 'ro') as language from account where id = $1 and email is not null`, [
    account,
  ]);
