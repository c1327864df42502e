/** Links that came in letters: opening one shows what it does, sending its form does it, once. Programs that open links in mail use none up. */
import { randomUUID } from 'node:crypto';
import { householdText } from '#base/ip.ts';
import { type Coming, type Entered, type EntranceNeeds, enter, from } from './coming.ts';
import { accountOfId, type EntranceRow, emailBySpent, openAccount, passwordBySpent } from './entrance-table.ts';
import { linkDigest } from './links.ts';
import { endOtherLinks, type LinkRow, linkByDigest, spend } from './links-table.ts';
import { notice } from './notices.ts';
import { digestPassword, isOfRightLength } from './password.ts';
import type { Reader } from './sessions.ts';
import { type Wish, wishIn } from './wishes.ts';

export interface OpenLink {
  purpose: LinkRow['purpose'];
  email: string;
  /** Null for an account that is yet to be opened. */
  account: string | null;
}

/**
 * `gone`: it was used, or has ended. `length`: of the password. `busy`: too many passwords wait. `taken`: the address has an account
 * of its own by now. `other`: it is not the link of whoever is signed in.
 */
export type Followed =
  | ({ outcome: 'in'; wish: Wish | null } & Entered)
  | { outcome: 'changed' | 'gone' | 'length' | 'busy' | 'blocked' | 'taken' | 'other' };

export async function openLink(
  { state }: Pick<EntranceNeeds, 'state'>,
  secret: string,
  now: number,
): Promise<OpenLink | null> {
  const link = await linkOf(state, secret, now);
  return link && { purpose: link.purpose, email: link.email, account: link.account_id };
}

export async function follow(
  needs: EntranceNeeds,
  { secret, password }: { secret: string; password: string },
  reader: Reader | null,
  coming: Coming,
): Promise<Followed> {
  const link = await linkOf(needs.state, secret, coming.now);
  if (link === null) return { outcome: 'gone' };
  if (link.purpose === 'email') return changeEmail(needs, link, reader, coming);
  if (!isOfRightLength(password)) return { outcome: 'length' };
  const account = link.account_id === null ? null : await accountOfId(needs.state, link.account_id);
  if (account?.blocked_at) return { outcome: 'blocked' };
  const digest = await needs.line.run(householdText(coming.address), () => digestPassword(password));
  if (digest === null) return { outcome: 'busy' };
  return account ? reset(needs, link, account, digest, coming) : signUp(needs, link, digest, coming);
}

async function signUp(needs: EntranceNeeds, link: LinkRow, password: string, coming: Coming): Promise<Followed> {
  const [id, spent, now] = [randomUUID(), spentName(), new Date(coming.now).toISOString()];
  const [won, opened] = await needs.state.write([
    spend(link.digest, spent, now),
    ...openAccount(spent, { id, password, now }),
  ]);
  if (won?.length !== 1) return { outcome: 'gone' };
  if (opened?.length !== 1) return { outcome: 'taken' };
  const entered = await enter(needs, coming, id, 'link', { last: from(coming, id, 'created') });
  return { outcome: 'in', wish: wishIn(link.wish), ...entered };
}

async function reset(
  needs: EntranceNeeds,
  link: LinkRow,
  account: EntranceRow,
  password: string,
  coming: Coming,
): Promise<Followed> {
  const spent = spentName();
  const [won] = await needs.state.write([
    spend(link.digest, spent, new Date(coming.now).toISOString()),
    ...passwordBySpent(spent, password),
    endOtherLinks(spent),
  ]);
  if (won?.length !== 1) return { outcome: 'gone' };
  const told = notice(needs, 'passwordSet', account, coming);
  const last = [...from(coming, account.id, 'passwordSet'), ...from(coming, account.id, 'signedIn'), ...told];
  return { outcome: 'in', wish: wishIn(link.wish), ...(await enter(needs, coming, account.id, 'link', { last })) };
}

/** Only for whoever is signed in to the account: who mistyped the new address has not given the account to a stranger. */
async function changeEmail(
  needs: EntranceNeeds,
  link: LinkRow,
  reader: Reader | null,
  coming: Coming,
): Promise<Followed> {
  if (reader === null || reader.account !== link.account_id) return { outcome: 'other' };
  const account = await accountOfId(needs.state, reader.account);
  if (account === null) return { outcome: 'gone' };
  const spent = spentName();
  const [won, changed] = await needs.state.write([
    spend(link.digest, spent, new Date(coming.now).toISOString()),
    emailBySpent(spent),
    endOtherLinks(spent),
  ]);
  if (won?.length !== 1) return { outcome: 'gone' };
  if (changed?.length !== 1) return { outcome: 'taken' };
  await needs.state.write([
    ...from(coming, account.id, 'emailChanged'),
    ...notice(needs, 'emailChanged', account, coming),
  ]);
  return { outcome: 'changed' };
}

async function linkOf(state: EntranceNeeds['state'], secret: string, now: number): Promise<LinkRow | null> {
  const digest = linkDigest(secret);
  return digest === null ? null : linkByDigest(state, digest, new Date(now).toISOString());
}

const spentName = (): string => `used ${randomUUID()}`;
