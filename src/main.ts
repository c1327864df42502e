/** Where a process begins: a command is run at once, the service in a thread of its own under a guard. */
import { isMainThread } from 'node:worker_threads';
import { threadModule } from '#base/paths.ts';
import { guard } from '#serve/guard.ts';

// What is written holds persons, keys and payments: for whoever runs it, and nobody else. Threads share it.
if (isMainThread) process.umask(0o077);
// Everything else is loaded by the thread: the guard needs none of it.
if (isMainThread && process.argv[2] === 'serve') guard(threadModule('main'), process.argv.slice(2));
else {
  const { runProcess } = await import('#commands/run.ts');
  await runProcess();
}
