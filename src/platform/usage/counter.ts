/** Counts requests of accounts in memory and writes them in batches, never while a caller waits. */

import type { OperationOutcome } from '#api/request-context.ts';
import type { Database } from '#data/store/database.ts';
import { bucharestDay, type Day } from '#lib/values/date.ts';
import { AGENTS, type UsageRow, usageAdditions } from './usage-table.ts';

/** Longest lag of the stored counts, and the most that a crash loses. */
const FLUSH_MS = 5_000;

export type UsageCounter = ReturnType<typeof usageCounter>;

interface KeyCounts {
  day: Day;
  /** By operation. */
  rows: Map<string, UsageRow>;
}

export function usageCounter(state: Database, operations: readonly string[], onError: (error: unknown) => void) {
  const counted = new Set(operations);
  const flushes = { done: 0, failed: 0 };
  let counts = new Map<string, KeyCounts>();
  /** Counts of days that ended since the last write, and of failed writes. */
  let unwritten: UsageRow[] = [];

  const countsOf = (account: string, key: string | null, day: Day): KeyCounts => {
    const id = key === null || key === AGENTS ? `${key ?? 'browsers'} of ${account}` : key;
    const existing = counts.get(id);
    if (existing?.day === day) return existing;
    if (existing) unwritten.push(...existing.rows.values());
    const created = { day, rows: new Map<string, UsageRow>() };
    counts.set(id, created);
    return created;
  };

  const rowOf = (account: string, key: string | null, operation: string, day: Day): UsageRow => {
    const { rows } = countsOf(account, key, day);
    const existing = rows.get(operation);
    if (existing) return existing;
    const created = { account_id: account, day, key_id: key ?? '', operation, ...NOTHING_YET };
    rows.set(operation, created);
    return created;
  };

  const flush = async (): Promise<void> => {
    const due = merged([...unwritten, ...counts.values().flatMap(({ rows }) => rows.values())]);
    if (due.length === 0) return;
    unwritten = [];
    counts = new Map();
    try {
      await state.write(usageAdditions(due));
      flushes.done++;
    } catch (error) {
      flushes.failed++;
      unwritten.push(...due);
      throw error;
    }
  };
  const timer = setInterval(() => flush().catch(onError), FLUSH_MS).unref();

  return {
    count({ caller, operation, now, status }: OperationOutcome): void {
      if (!counted.has(operation) || caller.account === null) return;
      const key = caller.kind === 'agent' ? AGENTS : caller.key;
      const row = rowOf(caller.account, key, operation, bucharestDay(now));
      row.requests++;
      if (status >= 500) row.failed++;
      else if (status >= 400) row.refused++;
    },
    flush,
    flushes: () => flushes,
    /** Writes the remaining counts. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await flush().catch(onError);
    },
  };
}

const NOTHING_YET = { requests: 0, refused: 0, failed: 0 };

/** A failed batch and the current counts may contain the same row, which one statement must not name twice. */
function merged(all: readonly UsageRow[]): UsageRow[] {
  const sums = new Map<string, UsageRow>();
  for (const row of all) {
    const id = `${row.account_id} ${row.day} ${row.key_id} ${row.operation}`;
    const sum = sums.get(id);
    if (!sum) sums.set(id, { ...row });
    else {
      sum.requests += row.requests;
      sum.refused += row.refused;
      sum.failed += row.failed;
    }
  }
  return [...sums.values()];
}
