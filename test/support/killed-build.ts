/** A process that starts a build, loads half a part, prints it, and waits for the kill. */
import { openPostgresGenerations } from '#data/store/postgres/generation-store.ts';
import { openSqliteGenerations } from '#data/store/sqlite/generation-store.ts';
import { bigint, table, text } from '#data/store/table.ts';

const [engine, location = ''] = process.argv.slice(2);
const generations =
  engine === 'sqlite'
    ? await openSqliteGenerations(location, 'demo')
    : await openPostgresGenerations(location, 'demo', { graceMs: 0 });
const build = await generations.build();
const part = await build.part('registry', { source: 'onrc', asOf: null, licence: null, fingerprint: 'killed' });
const firm = table('firm', { cui: bigint().primaryKey(), name: text() });
await part.execute(firm.ddl);

async function* endless() {
  for (let cui = 0; ; cui++) {
    yield { cui, name: 'half a part' };
    if (cui === 5_000) process.stdout.write(`${part.id}\n`);
    if (cui >= 5_000) await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
await part.load(firm, endless());
