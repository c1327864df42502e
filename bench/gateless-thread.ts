/** A serving thread without the gate: the same operations on the same data, without authentication, limits and their headers. */
import { MessageChannel, parentPort } from 'node:worker_threads';
import { connectPort, type LivePort, offline } from '#data/live/ports.ts';
import { openReaders } from '#data/store/open.ts';
import { allocateRenderings } from '#domain/companies/hot-documents.ts';
import { serve } from '#lib/workers/calls.ts';
import { app } from '#server/app.ts';
import { profileOf } from '#server/compose/profile.ts';
import { readConfig } from '#server/config/config.ts';
import { createLog } from '#server/log.ts';
import { loadSecrets } from '#server/secrets.ts';
import { proVisit } from '#test/support/pro-context.ts';
import { type Handler, success } from '#transports/http/reply.ts';
import { decodeParams, Router } from '#transports/http/router.ts';
import { httpServer } from '#transports/http/server.ts';

const config = readConfig();
const log = createLog(config.log);
const { databaseUrl, dataFolder: folder, country } = config;
const store = await openReaders({ databaseUrl, folder, country }, async () => []);
// The thread reports requested companies to another thread, as with the gate.
const { port1, port2 } = new MessageChannel();
serve<LivePort>(port1, offline);
const live = connectPort(port2);
const secrets = loadSecrets(config.secretsFile);
const profile = await profileOf(config, secrets, store);
const { operations } = await app({
  config,
  secrets,
  store,
  live,
  profile,
  log,
  renderings: allocateRenderings(),
});
const dataset = store.generations.current();
if (!dataset) throw new Error('There is no dataset.');

// One request context for all requests, because no caller is checked.
const context = await proVisit(dataset);
const router = new Router<Handler>();
for (const operation of operations) {
  if (operation.declaration.body) continue;
  router.add('GET', operation.declaration.path, async (request) => {
    const input = { params: decodeParams(request.params), query: request.query, body: undefined };
    const result = await context.execute(operation, () => input);
    return success(result, request, request.header('if-none-match'));
  });
}
const { port } = await httpServer(router, log).listen(0, '127.0.0.1');
parentPort?.postMessage(port);
