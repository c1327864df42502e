/** Signing in and out, and proving once more to be the owner. A wrong password takes as long as no account at all. */
import { clientNetworkText } from '#lib/values/ip.ts';
import { readMailAddress } from '#platform/mail/address.ts';
import { lockAccount } from './accounts-table.ts';
import { DEMO_ACCOUNT } from './demo-account.ts';
import { accountOfEmail, accountOfId, type EntranceRow, removeOwnSession } from './entrance-table.ts';
import type { EventKind } from './event-kinds.ts';
import { isPassword } from './password.ts';
import type { Reader } from './sessions.ts';
import { type Entered, type EntranceNeeds, enter, from, type SignInContext } from './sign-in-context.ts';

/** `wrong`: password, address or both. `busy`: too many passwords wait. */
export type SignedIn =
  | ({ outcome: 'in' } & Entered)
  | { outcome: 'wrong' | 'blocked' | 'busy' }
  | { outcome: 'throttled'; seconds: number };

/** Writes that nobody waits for: that a wrong password was typed for an account must not take longer than for none. */
export type Later = (writing: () => Promise<unknown>) => void;

export async function signIn(
  needs: EntranceNeeds & { later: Later },
  { email: typed, password }: { email: string; password: string },
  coming: SignInContext,
): Promise<SignedIn> {
  const { state, known, attempts, line } = needs;
  const { address, now } = coming;
  const email = readMailAddress(typed) ?? '';
  const account = await accountOfEmail(state, email);
  const browser = known.nameOf(coming.known, account?.id ?? '', now);
  const name = browser && `${browser} ${account?.id}`;
  const seconds = await attempts.password({ email, known: name, address, now });
  if (seconds !== null) return { outcome: 'throttled', seconds };
  const asker = name ?? clientNetworkText(address);
  const isRight = await line.run(asker, () => isPassword(password, account?.password ?? null));
  if (isRight === null) return { outcome: 'busy' };
  if (!isRight || account === null) {
    if (account) needs.later(() => state.write(from(coming, account.id, 'passwordWrong')));
    return { outcome: 'wrong' };
  }
  if (account.blocked_at !== null) return { outcome: 'blocked' };
  const entered = await enterByPassword(needs, coming, account, 'signedIn');
  return entered ? { outcome: 'in', ...entered } : { outcome: 'wrong' };
}

/** Whoever is signed in types the password again. */
export async function reauthenticate(
  needs: EntranceNeeds,
  reader: Reader,
  password: string,
  coming: SignInContext,
): Promise<SignedIn> {
  const account = await accountOfId(needs.state, reader.account);
  const known = `${reader.session} ${reader.account}`;
  const seconds = await needs.attempts.password({ email: '', known, address: coming.address, now: coming.now });
  if (seconds !== null) return { outcome: 'throttled', seconds };
  const isRight = await needs.line.run(known, () => isPassword(password, account?.password ?? null));
  if (isRight === null) return { outcome: 'busy' };
  if (account === null) return { outcome: 'wrong' };
  if (!isRight) {
    await needs.state.write(from(coming, reader.account, 'passwordWrong'));
    return { outcome: 'wrong' };
  }
  const entered = await enterByPassword(needs, coming, account, 'provedAgain');
  return entered ? { outcome: 'in', ...entered } : { outcome: 'wrong' };
}

/** Null when the account has another password by now: whoever knew the old one must not come in after everybody was signed out. */
const enterByPassword = (
  needs: EntranceNeeds,
  coming: SignInContext,
  { id, password }: EntranceRow,
  kind: EventKind,
): Promise<Entered | null> =>
  enter(needs, coming, id, { method: 'password', password }, { last: from(coming, id, kind) });

/** One click, in the demo only. */
export async function enterDemo(needs: EntranceNeeds, coming: SignInContext): Promise<Entered> {
  const entered = await enter(needs, coming, DEMO_ACCOUNT, { method: 'demo' });
  if (entered === null) throw new Error('The account of the demo is not there.');
  return entered;
}

export async function signOut(
  { state }: Pick<EntranceNeeds, 'state'>,
  reader: Reader,
  coming: SignInContext,
): Promise<void> {
  await state.write([
    lockAccount(reader.account),
    ...removeOwnSession(reader.account, reader.session),
    ...from(coming, reader.account, 'signedOut'),
  ]);
}
