/** Links that came in letters: opening one shows what it does, sending its form does it, once. Programs that open links in mail use none up. */
import { randomUUID } from 'node:crypto';
import { clientNetworkText } from '#lib/values/ip.ts';
import { lockAccount } from './accounts-table.ts';
import { accountOfId, type EntranceRow, emailBySpent, openAccount, passwordBySpent } from './entrance-table.ts';
import { linkDigest } from './links.ts';
import { endOtherLinks, type LinkRow, linkByDigest, spend } from './links-table.ts';
import { notice, passkeyWords } from './notices.ts';
import { passkeyRows, removePasskeys } from './passkeys-table.ts';
import { digestPassword, isOfRightLength } from './password.ts';
import type { Reader } from './sessions.ts';
import { type Entered, type EntranceNeeds, enter, from, type SignInContext } from './sign-in-context.ts';
import { type SignUpIntent, signUpIntentIn } from './sign-up-intent.ts';

export interface OpenLink {
  purpose: LinkRow['purpose'];
  email: string;
  /** Null for an account that is yet to be opened. */
  account: string | null;
  /** Names of passkeys that a new password takes away, unless its owner keeps them; oldest first. */
  passkeys: string[];
}

/** What the form behind a link sends. */
export interface LinkForm {
  secret: string;
  password: string;
  /** Left out, a new password takes passkeys away: whoever needs the letter has none at hand, and one of them may be a stranger's. */
  keepsPasskeys?: boolean;
}

/**
 * `gone`: it was used, or has ended. `length`: of the password. `busy`: too many passwords wait. `taken`: the address has an account
 * of its own by now. `other`: it is not the link of whoever is signed in.
 */
export type Followed =
  | ({ outcome: 'in'; wish: SignUpIntent | null } & Entered)
  | { outcome: 'changed' | 'gone' | 'length' | 'busy' | 'blocked' | 'taken' | 'other' };

export async function openLink(
  { state }: Pick<EntranceNeeds, 'state'>,
  secret: string,
  now: number,
): Promise<OpenLink | null> {
  const link = await linkOf(state, secret, now);
  if (link === null) return null;
  const { purpose, email, account_id: account } = link;
  const rows = purpose === 'reset' && account !== null ? await passkeyRows(state, account) : [];
  return { purpose, email, account, passkeys: rows.map(({ name }) => name) };
}

export async function follow(
  needs: EntranceNeeds,
  { secret, password, keepsPasskeys = false }: LinkForm,
  reader: Reader | null,
  coming: SignInContext,
): Promise<Followed> {
  const link = await linkOf(needs.state, secret, coming.now);
  if (link === null) return { outcome: 'gone' };
  if (link.purpose === 'email') return changeEmail(needs, link, reader, coming);
  if (!isOfRightLength(password)) return { outcome: 'length' };
  const account = link.account_id === null ? null : await accountOfId(needs.state, link.account_id);
  if (account?.blocked_at) return { outcome: 'blocked' };
  const digest = await needs.line.run(clientNetworkText(coming.address), () => digestPassword(password));
  if (digest === null) return { outcome: 'busy' };
  if (account === null) return signUp(needs, link, digest, coming);
  return reset(needs, link, account, { digest, keepsPasskeys }, coming);
}

async function signUp(needs: EntranceNeeds, link: LinkRow, password: string, coming: SignInContext): Promise<Followed> {
  const [id, spent, now] = [randomUUID(), spentName(), new Date(coming.now).toISOString()];
  const entered = await enter(
    needs,
    coming,
    id,
    { method: 'link' },
    {
      first: [spend(link.digest, spent, now), ...openAccount(spent, { id, password, now })],
      last: from(coming, id, 'created'),
    },
  );
  if (entered) return { outcome: 'in', wish: signUpIntentIn(link.wish), ...entered };
  return { outcome: (await linkByDigest(needs.state, link.digest, now)) === null ? 'gone' : 'taken' };
}

async function reset(
  needs: EntranceNeeds,
  link: LinkRow,
  account: EntranceRow,
  { digest, keepsPasskeys }: { digest: string; keepsPasskeys: boolean },
  coming: SignInContext,
): Promise<Followed> {
  const passkeys = await passkeyRows(needs.state, account.id);
  const gone = keepsPasskeys ? [] : passkeys;
  const [spent, now] = [spentName(), new Date(coming.now).toISOString()];
  // One after the other: the list of events goes by their instants.
  const after = { ...coming, now: coming.now + 1 };
  const entered = await enter(
    needs,
    coming,
    account.id,
    { method: 'link' },
    {
      first: [
        spend(link.digest, spent, now),
        ...passwordBySpent(spent, digest),
        endOtherLinks(spent),
        ...(keepsPasskeys ? [] : [removePasskeys(account.id)]),
      ],
      last: [
        ...from(coming, account.id, 'passwordSet'),
        ...gone.flatMap(({ name }) => from(coming, account.id, 'passkeyRemoved', name)),
        ...from(after, account.id, 'signedIn'),
        ...notice(needs, 'passwordSet', account, coming, {
          more: passkeyWords(account.language, passkeys, keepsPasskeys),
        }),
      ],
    },
  );
  return entered ? { outcome: 'in', wish: signUpIntentIn(link.wish), ...entered } : { outcome: 'gone' };
}

/** Only for whoever is signed in to the account: who mistyped the new address has not given the account to a stranger. */
async function changeEmail(
  needs: EntranceNeeds,
  link: LinkRow,
  reader: Reader | null,
  coming: SignInContext,
): Promise<Followed> {
  if (reader === null || reader.account !== link.account_id) return { outcome: 'other' };
  const account = await accountOfId(needs.state, reader.account);
  if (account === null) return { outcome: 'gone' };
  const spent = spentName();
  const [, won, changed] = await needs.state.write([
    lockAccount(account.id),
    spend(link.digest, spent, new Date(coming.now).toISOString()),
    emailBySpent(spent),
    endOtherLinks(spent),
    ...from(coming, account.id, 'emailChanged'),
    ...notice(needs, 'emailChanged', account, coming),
  ]);
  if (won?.length !== 1) return { outcome: 'gone' };
  return { outcome: changed?.length === 1 ? 'changed' : 'taken' };
}

async function linkOf(state: EntranceNeeds['state'], secret: string, now: number): Promise<LinkRow | null> {
  const digest = linkDigest(secret);
  return digest === null ? null : linkByDigest(state, digest, new Date(now).toISOString());
}

const spentName = (): string => `used ${randomUUID()}`;
