/** From what a caller sent to who they are; what is wrong with a credential is thrown. */

import { ApiError } from '#api/api-error.ts';
import { anonymousCaller, type Caller, type Credentials } from '#api/caller.ts';
import type { AgentTokens, KeyOwner, KeyOwners, Sessions, Visitor } from '#api/identities.ts';
import { said } from '#api/sentences.ts';

export interface IdentifyNeeds {
  keys: KeyOwners;
  /** Left out, nobody is signed in by browser. */
  sessions?: Sessions;
  /** Left out, no agent is let in. */
  tokens?: AgentTokens;
  /** Whether requests can be paid for one by one. */
  takesPayments: boolean;
}

/** Keys and payments count at the API, tokens at the agents' door. Whoever looks at a page of ours is its visitor, with a cookie or not yet. */
export function identify(sent: Credentials, now: number, needs: IdentifyNeeds): Caller | Promise<Caller> {
  if (sent.unreadable) throw sent.unreadable;
  if (sent.transport === 'agent') return agent(sent, now, needs);
  if (sent.job) return working(sent.job, sent.address, now, needs);
  if (sent.transport === 'page') return visiting(sent, now, needs, VISITOR);
  if (sent.key !== null) {
    const { address } = sent;
    const holder = needs.keys.ownerOf(sent.key, now);
    return holder instanceof Promise ? holder.then((read) => holding(read, address)) : holding(holder, address);
  }
  if (needs.takesPayments && sent.payment !== null) return { ...anonymousCaller(sent.address), kind: 'payment' };
  return sent.session === null ? anonymousCaller(sent.address) : visiting(sent, now, needs, null);
}

const VISITOR: Visitor = { account: null, pro: false };

const holding = ({ account, key }: KeyOwner, address: string): Caller => ({
  kind: 'key',
  account,
  key,
  pro: true,
  address,
});

/** `otherwise`: who it is without a cookie of ours; null for a stranger. */
async function visiting(
  { session, address }: Credentials,
  now: number,
  { sessions }: IdentifyNeeds,
  otherwise: Visitor | null,
): Promise<Caller> {
  const found = session === null ? null : await sessions?.visitorOf(session, now);
  const visitor = found ?? otherwise;
  return visitor ? { ...anonymousCaller(address), ...visitor, kind: 'browser' } : anonymousCaller(address);
}

/** Under the rights that its account has by now. */
async function working(
  { account }: NonNullable<Credentials['job']>,
  address: string,
  now: number,
  { sessions }: IdentifyNeeds,
): Promise<Caller> {
  const holder = account === null ? VISITOR : ((await sessions?.accountVisitor?.(account, now)) ?? VISITOR);
  return { ...anonymousCaller(address), ...holder, kind: 'browser', isBackground: true };
}

async function agent({ token, address }: Credentials, now: number, { tokens }: IdentifyNeeds): Promise<Caller> {
  if (token === null || !tokens)
    throw new ApiError('API_KEY_REQUIRED', said.connectAgent(), {
      headers: { 'www-authenticate': 'Bearer' },
    });
  return { ...anonymousCaller(address), ...(await tokens.agentOf(token, now)), kind: 'agent' };
}
