/** Where a process begins: a command is run at once, the service in a thread of its own under a guard. */
import { isMainThread } from 'node:worker_threads';
import { threadModule } from './lib/paths.ts';
import { provideDemoCountry } from './server/demo-port.ts';
import { guard } from './server/guard.ts';

// Files of the service hold persons, keys and payments: only its user may read them. Threads share the setting.
if (isMainThread) process.umask(0o077);
// Everything else is loaded by the thread: the guard needs none of it.
if (isMainThread && process.argv[2] === 'serve') guard(threadModule('main'), process.argv.slice(2));
else {
  provideDemoCountry(threadModule('demo-country/port'));
  const { runProcess } = await import('./cli/run.ts');
  await runProcess();
}
