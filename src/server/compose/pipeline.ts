/** The request pipeline, and bulk checks, whose look-ups run through it like other requests. */

import { ApiError } from '#api/api-error.ts';
import type { AgentTokens } from '#api/caller.ts';
import { clientOf } from '#api/client.ts';
import { type Pipeline, pipeline } from '#api/pipeline.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { Check } from '#domain/bulk-checks/check.ts';
import { type Checks, openBulkChecks } from '#domain/bulk-checks/checks.ts';
import type { LookUp } from '#domain/bulk-checks/runner.ts';
import { explainStarting, explainUnreadable } from '#domain/status/seeding-status.ts';
import { andThen } from '#lib/values/awaitable.ts';
import { messages } from '#locales/messages.ts';
import type { BrowserSessions } from '#platform/accounts/sessions.ts';
import type { Grants } from '#platform/oauth/grants.ts';
import { requestId } from '#transports/http/request.ts';
import type { AppContext } from './context.ts';
import type { Declared } from './domain.ts';
import type { Observability } from './observability.ts';
import type { Platform } from './platform.ts';

export interface ExplainedPipeline extends Pipeline {
  /** Replaces an internal error with a known reason by an error for callers. */
  explain(error: unknown, dataset: Dataset | null): unknown;
}

export function openPipeline(
  { store, limits, redactHidden, isRebuilding = () => false, seedingStatus = () => null }: AppContext,
  { record }: Pick<Observability, 'record'>,
  { access, payments, grants }: Pick<Platform, 'access' | 'payments' | 'grants'>,
): ExplainedPipeline {
  const explainRebuild = explainUnreadable(isRebuilding);
  const explainSeeding = explainStarting(seedingStatus);
  const explain = (error: unknown, dataset: Dataset | null): unknown => explainSeeding(explainRebuild(error), dataset);
  const opened = pipeline({
    ...access,
    tokens: agentTokens(grants, access.sessions),
    limits,
    payments,
    dataset: store.generations.current,
    record,
    explain,
    redact: redactHidden,
    extendRetention: async (read) => (await store.generations.openById(read.manifest.id)) ?? read,
  });
  return { ...opened, explain };
}

/** The account that an agent acts for, as the request pipeline looks it up. */
const agentTokens = (grants: Grants, { hasPro }: Pick<BrowserSessions, 'hasPro'>): AgentTokens => ({
  agentOf: (token, now, connection) =>
    andThen(grants.grantOf(token, now, undefined, connection), (grant) => {
      if (grant === null) throw new ApiError('API_KEY_REQUIRED', messages.operations.connectAgent());
      const { account } = grant;
      return andThen(hasPro(account, now, connection), (pro) => ({ account, pro }));
    }),
});

const CHECKS_DAYS = 7;
/** A look-up runs without a request, and the address of the sender is not stored. */
const NO_ADDRESS = '::';

/** Lists are looked up under the rights of the account that sent them. */
export function openChecks(
  { config, store, limits, redactHidden, report }: AppContext,
  ownPipeline: Pipeline,
  declared: Declared,
  resources: AsyncDisposableStack,
): Checks {
  const checks = openBulkChecks({
    state: store.state,
    changes: store.changes,
    limits,
    days: config.checksDays ?? CHECKS_DAYS,
    today: config.today,
    redact: redactHidden,
    report,
    lookUp: lookUpAsJob(ownPipeline, declared),
  });
  resources.defer(() => checks.close());
  return checks;
}

/** Each batch of codes counts as one request of the account. */
function lookUpAsJob(ownPipeline: Pipeline, declared: Declared): LookUp {
  return async (check, cuis, signal) => {
    const context = await ownPipeline.admit(
      {
        transport: 'page',
        address: NO_ADDRESS,
        job: { account: check.account },
        key: null,
        session: null,
        token: null,
        payment: null,
        unreadable: null,
      },
      { id: requestId(), now: Date.now(), signal, language: check.language },
    );
    if (context.refusal?.code === 'RATE_LIMITED') return { waitMs: (context.allowance?.resetSeconds ?? 60) * 1_000 };
    if (context.refusal) throw context.refusal;
    if (check.account !== null && !context.caller.pro) return { notPro: true };
    const { data } = await clientOf(declared, context).getCompanies(queryOf(check, cuis));
    return { rows: data };
  };
}

const queryOf = ({ day, withReceipts }: Check, cuis: readonly string[]) => ({
  cuis: [...cuis],
  date: day,
  receipt: withReceipts,
});
