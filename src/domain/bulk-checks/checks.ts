/** Bulk checks as pages use them: sent, looked at by whoever may, deleted. */

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Limits } from '#api/allowance.ts';
import { ApiError } from '#api/api-error.ts';
import { type Caller, callerKey } from '#api/caller.ts';
import type { ChangeState } from '#data/store/changes/change-state.ts';
import type { Database } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/message.ts';
import { type Day, isDay } from '#lib/values/date.ts';
import { instantOf } from '#lib/values/instant.ts';
import { messages } from '#locales/messages.ts';
import type { Check, CheckedRow } from './check.ts';
import { checkById, checksOf, removeCheck, rowsOfCheck, stateOfCheck } from './checks-table.ts';
import { QUOTAS, type Quotas, quotaError, quotaFor } from './quota.ts';
import { addCheck } from './quota-table.ts';
import { type ListReader, listReader } from './reading/list-reader.ts';
import type { Sender as ReadingSender } from './reading/reading-turns.ts';
import { type LookUp, startRunner } from './runner.ts';

import { sortLines } from './sorted-lines.ts';

/** Codes that are checked of one list. */
export const CODES_MAX = { visitor: 20, pro: 1_000 } as const;
/** Lines that a list may have, many of which are then told not to be checked. */
const LINES_MAX = { visitor: 1_000, pro: 10_000 } as const;
/** Those that an account sees listed. */
const LISTED_MAX = 20;
/** A list that is through so quickly needs no page that says to wait. */
const QUICK_MS = 1_500;
const ID_BYTES = 16;
const ID = /^[A-Za-z0-9_-]{22}$/;

/** The trade registry is of that year. */
export const FIRST_DAY: Day = '1990-01-01';

export interface ChecksContext {
  state: Database;
  /** Left out: this thread looks for itself. */
  changes?: ChangeState;
  lookUp: LookUp;
  limits: Limits | null;
  /** Days after which a check is deleted. */
  days: number;
  today(): Day;
  /** Names of persons who are hidden by now are taken out. */
  redact<Data>(data: Data): Data;
  report(error: unknown): void;
  lists?: ListReader;
  quotas?: Quotas;
}

export interface CheckInput {
  text: string;
  /** A file that was uploaded instead of a text. */
  path: string | null;
  day: string;
  withReceipts: boolean;
}

export interface CheckSender {
  caller: Caller;
  language: Language;
  now: number;
  signal: AbortSignal;
  /** Answers for a visitor who is here: one page is one request. */
  lookUp: LookUp;
}

export interface Checks {
  readonly days: number;
  today(): Day;
  /** The id of what is checked from now on, or through already. A mistake of the sender is a problem. */
  send(sent: CheckInput, sender: CheckSender): Promise<string>;
  /** Throws NOT_FOUND for everybody who may not look: they learn nothing. */
  find(id: string, caller: Caller, now: number): Promise<Check>;
  rows(check: Check): Promise<CheckedRow[]>;
  of(account: string, now: number): Promise<Omit<Check, 'lines'>[]>;
  remove(check: Check): Promise<void>;
  close(): Promise<void>;
}

export function openBulkChecks(needs: ChecksContext): Checks {
  const { state, days, today, limits, report, quotas: places = QUOTAS } = needs;
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
    async send(sent, { caller, language, now, signal, lookUp: ask }) {
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
      const held = account === null ? { by: runner.holder, until: runner.claimUntil(Date.now()) } : null;
      const room = quotaFor(check, caller.address, now, places);
      const added = await addCheck(state, check, held, room);
      if (added !== 'added') throw quotaError(added, check, room, now);
      if (held) await Promise.race([runner.run(check, ask), sleep(QUICK_MS)]);
      else {
        runner.poll();
        await quick(check.id, state);
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
  const taken = await limits?.take({ policy: 'check', who: callerKey(caller) }, now);
  if (taken && !taken.allowed)
    throw new ApiError('RATE_LIMITED', messages.checks.throttled({ seconds: taken.resetSeconds }), {
      headers: { 'retry-after': String(taken.resetSeconds) },
    });
}

const LOOK_AGAIN_MS = 100;

/** Looks a few times whether it is through, whoever works on it. */
async function quick(id: string, state: Database): Promise<void> {
  for (const end = Date.now() + QUICK_MS; Date.now() < end; await sleep(LOOK_AGAIN_MS))
    if ((await stateOfCheck(state, id)) !== 'running') return;
}
