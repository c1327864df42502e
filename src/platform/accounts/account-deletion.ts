/** Taking one's data along, and leaving: everything that is kept of an account as one file, and the end of it. */
import type { Database, Row, Statement } from '#data/store/database.ts';
import {
  accountTold,
  eventsTold,
  forgetAccount,
  keysTold,
  linksTold,
  lockDeleted,
  passkeysTold,
  sessionsTold,
} from './account-deletion-table.ts';
import { assertChangeable } from './demo-account.ts';
import { happened, type Origin } from './events.ts';
import { forgetLinksOf } from './links-table.ts';
import type { Reader } from './sessions.ts';
import { from, type SignInContext } from './sign-in-context.ts';

/** A room that keeps something of accounts beside this one: how it tells it to the owner, and how it forgets it. */
export interface KeepingRoom {
  /** What its part of the export is called. */
  name: string;
  told(state: Database, account: string): AsyncIterable<Row>;
  /** Left out where another part of the same room forgets it, too. */
  forget?(account: string): Statement[];
}

export interface LeavingNeeds {
  state: Database;
  rooms: readonly KeepingRoom[];
  /** Ends what the account pays for, before anything is forgotten. `waiting`: whoever is paid does not answer. */
  endBilling(account: string): Promise<'ended' | 'waiting'>;
}

/** Written as it is read, so that it is never in memory at once. */
export async function* exported(
  { state, rooms }: Pick<LeavingNeeds, 'state' | 'rooms'>,
  { account }: Reader,
  exportedAt: string,
): AsyncIterable<Uint8Array> {
  const own: Pick<KeepingRoom, 'name' | 'told'>[] = [
    { name: 'keys', told: keysTold },
    { name: 'passkeys', told: passkeysTold },
    { name: 'sessions', told: sessionsTold },
    { name: 'events', told: eventsTold },
    { name: 'links', told: linksTold },
  ];
  yield bytes(
    `{\n"exportedAt": ${JSON.stringify(exportedAt)},\n"account": ${JSON.stringify(await accountTold(state, account))}`,
  );
  for (const { name, told } of [...own, ...rooms]) {
    yield bytes(`,\n${JSON.stringify(name)}: [`);
    let isFirst = true;
    for await (const row of told(state, account)) {
      yield bytes(`${isFirst ? '' : ','}\n  ${JSON.stringify(row)}`);
      isFirst = false;
    }
    yield bytes(']');
  }
  yield bytes('\n}\n');
}

const bytes = (text: string): Uint8Array => Buffer.from(text);

export async function noteExport(
  { state }: Pick<LeavingNeeds, 'state'>,
  reader: Reader,
  coming: SignInContext,
): Promise<void> {
  assertChangeable(reader.account);
  await state.write(from(coming, reader.account, 'exported'));
}

/**
 * Keys and sessions stop with it, within a second everywhere. `waiting`: the payments cannot be ended now, and nothing was forgotten;
 * that it was asked for stands in the list of events then. `origin`: of the browser; null for an operator.
 */
export async function deleteAccount(
  { state, rooms, endBilling }: LeavingNeeds,
  account: string,
  origin: Origin | null,
  now: number,
): Promise<'deleted' | 'waiting'> {
  assertChangeable(account);
  await state.write([happened(account, 'deletionAsked', now, { origin })]);
  if ((await endBilling(account)) === 'waiting') return 'waiting';
  await state.write([
    ...lockDeleted(state, account),
    ...rooms.flatMap((room) => room.forget?.(account) ?? []),
    forgetLinksOf(account),
    ...forgetAccount(account),
  ]);
  return 'deleted';
}
