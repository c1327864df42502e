/** The payment provider of plans: reconciliation on the leader, and the demo's own provider, which every host runs. */

import type { Database } from '#data/store/database.ts';
import type { Store } from '#data/store/open.ts';
import { ownAddress } from '#lib/values/own-address.ts';
import { planNotices } from '#platform/billing/emails.ts';
import { startPlanReconciliation } from '#platform/billing/reconcile-plans.ts';
import { type BillingSettings, standInSettings } from '#platform/billing/settings.ts';
import { mailer } from '#platform/mail/mailer.ts';
import { type HostBilling, openSync } from '#server/compose/billing.ts';
import type { Config } from '#server/config/config.ts';
import { loadDemoCountry } from '#server/demo-port.ts';
import { loadSecrets, type Secrets } from '#server/secrets.ts';
import { to } from '#transports/web/addresses.ts';
import type { Job } from './job.ts';

export interface BillingJobs extends Job {
  /** Address of the demo's own provider; null where there is none. */
  standIn: string | null;
  /** Takes the port of the service: target of events and of links in emails. */
  listening(port: number): void;
  /** For the leader. */
  startPlanReconciliation(state: Database): Job;
}

export async function startBilling(
  config: Config,
  { changes }: Pick<Store, 'changes'>,
  onError: (error: unknown) => void,
): Promise<BillingJobs> {
  const { secretsFile, publicUrl, mail } = config;
  const demoProvider = config.billing === 'standIn' ? await startDemoProvider(config) : null;
  const settings = demoProvider
    ? standInSettings(demoProvider.address, loadSecrets(secretsFile).sessionKey, config.proPrice)
    : (config.billing as BillingSettings | null);
  // Known when the service listens: port 0 takes any free port.
  let site = publicUrl;
  const startReconciliation = (state: Database) => {
    const parts = {
      state,
      site: () => site,
      mailer: mailer({ isReady: mail.by !== null, hourMax: mail.hourMax }),
      report: onError,
    };
    const { planChangeStatements, grantEndStatements } = planNotices({
      ...parts,
      page: (language) => to('subscription', language),
    });
    const sync = settings && openSync(settings, parts);
    const { provider = null, tally = () => {} } = sync?.context ?? {};
    const running = startPlanReconciliation(
      { state, provider, tally, planChangeStatements, grantEndStatements },
      onError,
      changes,
    );
    return {
      async stop() {
        await running.stop();
        await sync?.stop();
      },
    };
  };
  return {
    startPlanReconciliation: startReconciliation,
    standIn: demoProvider?.address ?? null,
    listening(port) {
      site ??= ownAddress({ host: config.host, port });
      demoProvider?.deliverTo(port);
    },
    stop: async () => demoProvider?.close(),
  };
}

async function startDemoProvider(config: Config) {
  const demo = await loadDemoCountry();
  return demo.startPayments(config, loadSecrets(config.secretsFile).sessionKey);
}

export async function hostBilling(
  { billing, proPrice, publicUrl, host }: Config,
  { sessionKey }: Secrets,
  { standIn, port }: { standIn: string | null; port: number },
): Promise<HostBilling | null> {
  const site = publicUrl ?? ownAddress({ host, port });
  if (billing !== 'standIn') return billing && { settings: billing, site };
  if (standIn === null) return null;
  const pages = await (await loadDemoCountry()).paymentPages(standIn);
  return { site, settings: standInSettings(standIn, sessionKey, proPrice), pages };
}
