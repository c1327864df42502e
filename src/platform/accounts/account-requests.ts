/**
 * Asking for a letter: to open an account, or for a new password. Whoever types an address learns nothing of it: with an account or
 * without one the same is looked up, written and answered, and a letter goes out; only what stands in the letter differs.
 */
import { readMailAddress } from '#platform/mail/address.ts';
import { type AccountLetter, accountLetter, askedLetter } from './emails.ts';
import { accountOfEmail } from './entrance-table.ts';
import { makeLink } from './links.ts';
import { clearLinks } from './links-table.ts';
import type { EntranceNeeds, SignInContext } from './sign-in-context.ts';
import { from } from './sign-in-context.ts';
import type { SignUpIntent } from './sign-up-intent.ts';

export type Wanted = 'signUp' | 'reset';

export type Asked =
  | { outcome: 'sent'; email: string }
  | { outcome: 'noAddress' }
  | { outcome: 'throttled'; seconds: number };

const LETTERS: Record<Wanted, { known: AccountLetter; unknown: AccountLetter }> = {
  signUp: { known: 'signUpKnown', unknown: 'signUp' },
  reset: { known: 'reset', unknown: 'resetUnknown' },
};

export interface Question {
  email: string;
  /** What they come to once they are in. */
  wish?: SignUpIntent | null;
}

export async function askFor(
  needs: EntranceNeeds,
  wanted: Wanted,
  { email: typed, wish = null }: Question,
  coming: SignInContext,
): Promise<Asked> {
  const { state, mail, places } = needs;
  const { now, site } = coming;
  const email = readMailAddress(typed);
  if (email === null) return { outcome: 'noAddress' };
  const seconds = await needs.attempts.letter(coming);
  if (seconds !== null) return { outcome: 'throttled', seconds };
  const account = await accountOfEmail(state, email);
  const language = account?.language ?? coming.language;
  const purpose = account ? 'reset' : 'signUp';
  const link = makeLink({ purpose, account: account?.id ?? null, email, language, wish }, now);
  const letter = accountLetter(askedLetter(LETTERS[wanted][account ? 'known' : 'unknown']), {
    ...{ to: email, language, site },
    path: places('link', language, link.secret),
    ...(wanted === 'signUp' && account && { otherPath: places('signIn', language) }),
  });
  const queued = mail.queue(letter, { kind: wanted, account: account?.id ?? null, now, until: link.until });
  await state.write([
    link.statement,
    // As many writes one way as the other: where there is no list to add a line to, a broom goes through the links.
    ...(account ? from(coming, account.id, 'resetAsked') : [clearLinks(new Date(now).toISOString())]),
    ...queued.statements,
  ]);
  return { outcome: 'sent', email };
}
