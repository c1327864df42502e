/** All routes of the application: API, pages, sitemaps, authorization, the connectors for agents, metrics and payments. */

import type { Operation } from '#api/endpoint.ts';
import { prepareOperation } from '#api/pipeline.ts';
import { isDatasetReadable, isDatasetWhole } from '#data/store/serve-generation.ts';
import type { Checks } from '#domain/bulk-checks/checks.ts';
import { classes } from '#domain/caen/classes.ts';
import { entries as readVocabulary } from '#domain/procurement/cpv.ts';
import { apiCredentials } from '#transports/http/credentials.ts';
import type { Handler } from '#transports/http/reply.ts';
import { Router } from '#transports/http/router.ts';
import { addOperations } from '#transports/http/routes.ts';
import { pageAddresses } from '#transports/web/routing/api-addresses.ts';
import { addSitemaps } from '#transports/web/sitemaps/routes.ts';
import { addAgentRoutes } from './agents.ts';
import { addBillingWebhook, DEMO_PAYMENTS } from './billing.ts';
import type { AppContext } from './context.ts';
import type { Declared } from './domain.ts';
import type { Observability } from './observability.ts';
import type { ExplainedPipeline } from './pipeline.ts';
import type { Platform } from './platform.ts';
import { addReceiptKeys, addSecurityTxt, addWeb, openPages } from './web.ts';

export interface TransportParts {
  operations: readonly Operation[];
  declared: Declared;
  platform: Platform;
  pipeline: ExplainedPipeline;
  checks: Checks;
  observability: Observability;
}

export function openTransports(
  context: AppContext,
  { operations, declared, platform, pipeline, checks, observability }: TransportParts,
): Router<Handler> {
  const { config, limits, profile, addressOf } = context;
  const { publicUrl } = config;
  const dataset = context.store.generations.current;
  const router = new Router<Handler>();
  const pages = openPages(context, platform, checks);
  router.warmUps.push(...operations.map((operation) => () => prepareOperation(operation)), readVocabulary);
  const credentialsOf = apiCredentials(addressOf, publicUrl);
  addOperations(router, operations, { pipeline, credentialsOf, publicUrl, pageOf: pageAddresses(pages, operations) });
  addWeb(router, context, platform.access, { operations, declared, pipeline, pages, ready: readiness(context) });
  addSitemaps(router, {
    pipeline,
    limits,
    addressOf,
    publicUrl,
    isDemo: profile.demo !== null,
    dataset,
    explain: pipeline.explain,
    caen: classes.map(({ code }) => code),
  });
  platform.authorization.addTo(router);
  observability.addCalls(addAgentRoutes(router, context, platform, { pipeline, declared }));
  addReceiptKeys(router, context.receiptKeys);
  addSecurityTxt(router, config.securityContact ?? null, publicUrl);
  if (platform.billing) addBillingWebhook(router, platform.billing, addressOf);
  if (context.billing?.pages) router.mount(DEMO_PAYMENTS, context.billing.pages);
  observability.addRoutes(router);
  return router;
}

/** Whether a generation can be served; with `whole`, whether the dataset is complete, and in a demo its first documents are collected. */
function readiness({
  store,
  firstDocuments = async () => true,
  areAllServing = () => true,
}: AppContext): (whole: boolean) => Promise<boolean> {
  const dataset = store.generations.current;
  return async (whole) =>
    areAllServing() && (whole ? (await isDatasetWhole(dataset())) && firstDocuments() : isDatasetReadable(dataset()));
}
