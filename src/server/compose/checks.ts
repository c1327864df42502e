/** Bulk checks of this installation: looked up by the kernel, under the rights of whoever left them with us. */

import type { Limits } from '#api/allowance.ts';
import { clientOf } from '#api/client.ts';
import type { Pipeline } from '#api/pipeline.ts';
import type { ChangeState } from '#data/store/changes/change-state.ts';
import type { Database } from '#data/store/database.ts';
import type { Check } from '#domain/bulk-checks/check.ts';
import { type Checks, openBulkChecks } from '#domain/bulk-checks/checks.ts';
import type { Ask } from '#domain/bulk-checks/runner.ts';
import type { Day } from '#lib/values/date.ts';
import { requestId } from '#transports/http/request.ts';
import type { Declared } from './domain.ts';

const DAYS = 7;
/** Of nobody: whoever sent a list is gone, and where they came from is not kept. */
const NO_ADDRESS = '::';

interface Needs {
  state: Database;
  changes: ChangeState;
  pipeline: Pipeline;
  declared: Declared;
  limits: Limits | null;
  days?: number | undefined;
  today(): Day;
  shown<Data>(data: Data): Data;
  report(error: unknown): void;
}

export const checks = ({ pipeline, declared, days = DAYS, ...needs }: Needs): Checks =>
  openBulkChecks({ ...needs, days, ask: asJob(pipeline, declared) });

/** Each few codes are one request of the account, counted like those of its keys. */
function asJob(pipeline: Pipeline, declared: Declared): Ask {
  return async (check, cuis, signal) => {
    const context = await pipeline.admit(
      {
        ...{ transport: 'page', address: NO_ADDRESS, job: { account: check.account } },
        ...{ key: null, session: null, token: null, payment: null, unreadable: null },
      },
      { id: requestId(), now: Date.now(), signal, language: check.language },
    );
    if (context.refusal?.code === 'RATE_LIMITED') return { waitMs: (context.allowance?.resetSeconds ?? 60) * 1_000 };
    if (context.refusal) throw context.refusal;
    if (check.account !== null && !context.caller.pro) return { notPro: true };
    const { data } = await clientOf(declared, context).getCompanies(questionOf(check, cuis));
    return { rows: data };
  };
}

const questionOf = ({ day, withReceipts }: Check, cuis: readonly string[]) => ({
  cuis: [...cuis],
  date: day,
  receipt: withReceipts,
});
