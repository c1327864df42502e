/** Where a process begins: a command is run at once, a build or the service in a thread of its own under a guard. */
import { isMainThread } from 'node:worker_threads';
import { threadModule } from './lib/paths.ts';
import { provideDemoCountry } from './server/demo-port.ts';
import { adoptTerminal, guard, guardBuild } from './server/guard.ts';

// Files of the service hold persons, keys and payments: only its user may read them. Threads share the setting.
if (isMainThread) process.umask(0o077);
const args = process.argv.slice(2);
// Everything else is loaded by the thread: the guard needs none of it.
if (isMainThread && args[0] === 'serve') guard(threadModule('main'), args);
else if (isMainThread && (args[0] === 'ingest' || args[0] === 'setup'))
  guardBuild(threadModule('main'), args, { asks: args[0] === 'setup' && !args.includes('--yes') });
else {
  if (!isMainThread) adoptTerminal();
  provideDemoCountry(threadModule('demo-country/port'));
  const { runProcess } = await import('./cli/run.ts');
  await runProcess();
}
