/** A process that is paused in the middle of a transaction and then prints the outcome. */
import { openPostgres } from '#data/store/postgres/database.ts';
import { openPostgresGenerations } from '#data/store/postgres/generation-store.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { publish } from './small-generations.ts';

/** Longer than the pause: the server ends the transaction. */
const DEADLINE_MS = 600_000;

const [url = '', what] = process.argv.slice(2);
const db = openPostgres(url, { searchPath: ['public'], poolSize: 1, statementTimeoutMs: DEADLINE_MS });
const writes = {
  write: () => db.write([{ sql: 'update held set n = n + 1' }, { sql: 'update held set n = n + 1' }]),
  publish: async () => publish(await openPostgresGenerations(url, 'demo'), ['of one who stood still']),
};
const outcome = await writes[what as keyof typeof writes]().then(
  () => 'written',
  (error: unknown) => (isStoreUnavailable(error) ? 'unavailable' : String(error)),
);
process.send?.(outcome, () => process.exit());
