/** Exports everything stored about an account as one file, and deletes the account. */
import type { Context } from '#api/context.ts';
import type { Database, Row, Statement } from '#data/store/database.ts';
import {
  deleteAccountRows,
  exportedAccount,
  exportedEvents,
  exportedKeys,
  exportedLinks,
  exportedPasskeys,
  exportedSessions,
  lockForDeletion,
} from './account-deletion-table.ts';
import { assertChangeable } from './demo-account.ts';
import { deleteLinksOf } from './email-links-table.ts';
import { type Origin, recordEvent } from './events.ts';
import type { Reader } from './sessions.ts';
import { recordBrowserEvent, type SignInContext } from './sign-in.ts';

/** Account data of another module: how it is exported to the owner, and how it is removed. */
export interface AccountDataSource {
  /** Key of the list in the export. */
  name: string;
  rows(state: Database, account: string): AsyncIterable<Row>;
  /** Absent if another source of the same module removes these rows too. */
  remove?(account: string): Statement[];
}

type DeletionContext = Pick<Context, 'state'> & {
  sources: readonly AccountDataSource[];
  /** Ends the account's subscriptions before any row is deleted. `waiting`: the payment provider does not answer. */
  endBilling(account: string): Promise<'ended' | 'waiting'>;
};

/** Streams the export: the rows are never all in memory. */
export async function* exportAccount(
  { state, sources }: Pick<DeletionContext, 'state' | 'sources'>,
  { account }: Reader,
  exportedAt: string,
): AsyncIterable<Uint8Array> {
  const own: Pick<AccountDataSource, 'name' | 'rows'>[] = [
    { name: 'keys', rows: exportedKeys },
    { name: 'passkeys', rows: exportedPasskeys },
    { name: 'sessions', rows: exportedSessions },
    { name: 'events', rows: exportedEvents },
    { name: 'links', rows: exportedLinks },
  ];
  yield bytes(
    `{\n"exportedAt": ${JSON.stringify(exportedAt)},\n"account": ${JSON.stringify(await exportedAccount(state, account))}`,
  );
  for (const { name, rows } of [...own, ...sources]) {
    yield bytes(`,\n${JSON.stringify(name)}: [`);
    let isFirst = true;
    for await (const row of rows(state, account)) {
      yield bytes(`${isFirst ? '' : ','}\n  ${JSON.stringify(row)}`);
      isFirst = false;
    }
    yield bytes(']');
  }
  yield bytes('\n}\n');
}

const bytes = (text: string): Uint8Array => Buffer.from(text);

export async function recordExport(
  { state }: Pick<DeletionContext, 'state'>,
  reader: Reader,
  context: SignInContext,
): Promise<void> {
  assertChangeable(reader.account);
  await state.write(recordBrowserEvent(context, reader.account, 'exported'));
}

/**
 * Keys and sessions stop working within a second on every host. `waiting`: the subscriptions cannot be ended now and nothing was
 * deleted; the event list then records the request. `origin` is the browser; null for an operator.
 */
export async function deleteAccount(
  { state, sources, endBilling }: DeletionContext,
  account: string,
  origin: Origin | null,
  now: number,
): Promise<'deleted' | 'waiting'> {
  assertChangeable(account);
  await state.write([recordEvent(account, 'deletionAsked', now, { origin })]);
  if ((await endBilling(account)) === 'waiting') return 'waiting';
  await state.write([
    ...lockForDeletion(state, account),
    ...sources.flatMap((source) => source.remove?.(account) ?? []),
    deleteLinksOf(account),
    ...deleteAccountRows(account),
  ]);
  return 'deleted';
}
