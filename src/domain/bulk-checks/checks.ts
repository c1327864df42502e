/** Bulk checks for pages: submit, read with access control, delete. */

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Limits } from '#api/allowance.ts';
import { ApiError } from '#api/api-error.ts';
import { type Caller, callerKey } from '#api/caller.ts';
import type { Context } from '#api/context.ts';
import type { ChangeState } from '#data/store/changes/change-state.ts';
import type { Database } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/message.ts';
import { type Day, isDay } from '#lib/values/date.ts';
import { instantOf } from '#lib/values/instant.ts';
import { messages } from '#locales/messages.ts';
import type { Check, CheckedRow, CheckLine } from './check.ts';
import { checkById, checksOf, removeCheck, rowsOfCheck, stateOfCheck } from './checks-table.ts';
import { QUOTAS, type Quotas, quotaError, quotaFor } from './quota.ts';
import { addCheck } from './quota-table.ts';
import type { ListLine } from './reading/list-lines.ts';
import { type ListReader, listReader } from './reading/list-reader.ts';
import type { Sender as ReadingSender } from './reading/reading-semaphore.ts';
import { type LookUp, startRunner } from './runner.ts';

/** Codes checked of one list. */
export const CODES_MAX = { visitor: 20, pro: 1_000 } as const;
/** Lines of a list; those beyond the codes' limit are reported as unchecked. */
export const LINES_MAX = { visitor: 1_000, pro: 10_000 } as const;
/** Checks listed for an account. */
const LISTED_MAX = 20;
/** A check that ends this quickly needs no waiting page. */
const QUICK_MS = 1_500;
const ID_BYTES = 16;
const ID = /^[A-Za-z0-9_-]{22}$/;

/** The trade registry dates from that year. */
export const FIRST_DAY: Day = '1990-01-01';

export type ChecksContext = Pick<Context, 'state' | 'limits' | 'report'> & {
  /** Omitted: this thread polls. */
  changes?: ChangeState;
  lookUp: LookUp;
  /** Days after which a check is deleted. */
  days: number;
  today(): Day;
  /** Removes the names of hidden persons. */
  redact<Data>(data: Data): Data;
  lists?: ListReader;
  quotas?: Quotas;
};

export interface CheckInput {
  text: string;
  /** An uploaded file instead of a text. */
  path: string | null;
  day: string;
  withReceipts: boolean;
}

export interface CheckSender {
  caller: Caller;
  language: Language;
  now: number;
  signal: AbortSignal;
  /** Look-ups of the visitor's own request: one page is one request. */
  lookUp: LookUp;
}

export interface Checks {
  readonly days: number;
  today(): Day;
  /** The id of the check, running or done. Throws an ApiError for a mistake of the sender. */
  send(sent: CheckInput, sender: CheckSender): Promise<string>;
  /** Throws NOT_FOUND also without access, which reveals nothing. */
  find(id: string, caller: Caller, now: number): Promise<Check>;
  rows(check: Check): Promise<CheckedRow[]>;
  of(account: string, now: number): Promise<Omit<Check, 'lines'>[]>;
  remove(check: Check): Promise<void>;
  close(): Promise<void>;
}

export function openBulkChecks(needs: ChecksContext): Checks {
  const { state, days, today, limits, report, quotas = QUOTAS } = needs;
  const runner = startRunner({ state, lookUp: needs.lookUp, report, ...(needs.changes && { changes: needs.changes }) });
  const lists = needs.lists ?? listReader();

  async function read({ text, path }: CheckInput, sender: ReadingSender) {
    const { isPro } = sender;
    const linesMax = isPro ? LINES_MAX.pro : LINES_MAX.visitor;
    if (path === null && text.trim() === '') throw new ApiError('INVALID_BODY', messages.checks.nothingSent());
    const list = path === null ? lists.pasted(text, linesMax) : await lists.uploaded(path, linesMax, sender);
    const lines = sortLines(list.lines, isPro ? CODES_MAX.pro : CODES_MAX.visitor);
    const codes = lines.filter(({ outcome }) => outcome === 'checked').length;
    if (codes === 0) throw new ApiError('INVALID_BODY', messages.checks.noCode());
    return { lines, codes, heading: list.heading };
  }

  return {
    days,
    today,
    async send(sent, { caller, language, now, signal, lookUp }) {
      const day = sent.day === '' ? today() : sent.day;
      if (!isDay(day) || day < FIRST_DAY || day > today())
        throw new ApiError('INVALID_BODY', messages.checks.wrongDay({ first: FIRST_DAY, last: today() }));
      await assertFewLists(caller, now, limits);
      const account = caller.pro ? caller.account : null;
      const check: Check = {
        id: randomBytes(ID_BYTES).toString('base64url'),
        account,
        language,
        day,
        withReceipts: account !== null && sent.withReceipts,
        ...(await read(sent, { by: callerKey(caller), isPro: account !== null, signal })),
        done: 0,
        state: 'running',
        createdAt: instantOf(now),
        finishedAt: null,
        expiresAt: instantOf(now + days * 86_400_000),
      };
      const claim = account === null ? { by: runner.holder, until: runner.claimUntil(Date.now()) } : null;
      const quota = quotaFor(check, caller.address, now, quotas);
      const added = await addCheck(state, check, claim, quota);
      if (added !== 'added') throw quotaError(added, check, quota, now);
      if (claim) await Promise.race([runner.run(check, lookUp), sleep(QUICK_MS)]);
      else {
        runner.poll();
        await waitBriefly(check.id, state);
      }
      return check.id;
    },
    async find(id, caller, now) {
      const check = ID.test(id) ? await checkById(state, id, instantOf(now)) : null;
      if (check === null || (check.account !== null && check.account !== caller.account))
        throw new ApiError('NOT_FOUND', messages.checks.unknown());
      return needs.redact(check);
    },
    async rows({ id }) {
      return needs.redact(await rowsOfCheck(state, id));
    },
    of: (account, now) => checksOf(state, { account, now: instantOf(now), limit: LISTED_MAX }),
    async remove({ id }) {
      await removeCheck(state, id);
    },
    async close() {
      lists.close();
      await runner.stop();
    },
  };
}

async function assertFewLists(caller: Caller, now: number, limits: Limits | null): Promise<void> {
  const allowance = await limits?.take({ policy: 'check', who: callerKey(caller) }, now);
  if (allowance && !allowance.allowed)
    throw new ApiError('RATE_LIMITED', messages.checks.throttled({ seconds: allowance.resetSeconds }), {
      headers: { 'retry-after': String(allowance.resetSeconds) },
    });
}

const POLL_MS = 100;

/** Waits a short while for the check to end, whichever thread works on it. */
async function waitBriefly(id: string, state: Database): Promise<void> {
  for (const end = performance.now() + QUICK_MS; performance.now() < end; await sleep(POLL_MS))
    if ((await stateOfCheck(state, id)) !== 'running') return;
}

export function sortLines(sent: readonly ListLine[], codesMax: number): CheckLine[] {
  const seen = new Set<string>();
  let allowance = 0;
  return sent.map(({ line, text, cui }) => {
    if (cui === null) return { line, text, cui, outcome: 'refused' };
    if (seen.has(cui)) return { line, text, cui, outcome: 'duplicate' };
    seen.add(cui);
    return { line, text, cui, outcome: ++allowance > codesMax ? 'overLimit' : 'checked' };
  });
}
