/** Commands that ask the payment provider. */

import type { Database } from '#data/store/database.ts';
import { mailer } from '#platform/mail/mailer.ts';
import { type OpenSync, openSync } from '#server/compose/billing.ts';
import { type CommandCall, UsageError } from './command.ts';
import { terminal } from './terminal.ts';

/** The demo's own provider lives in the running demo, and is not reached from here. */
export async function withProvider<Answer>(
  { config }: CommandCall,
  state: Database,
  ask: (needs: OpenSync['needs']) => Promise<Answer>,
): Promise<Answer> {
  const { billing, mail, publicUrl } = config;
  if (billing === null)
    throw new UsageError('This installation has no payment provider: STRIPE_SECRET_KEY is not set.');
  if (billing === 'standIn') throw new UsageError('The demo plays its payment provider itself, and asks it by itself.');
  const letters = mailer({ isReady: mail.by !== null, hourMax: mail.hourMax });
  const { needs, stop } = openSync(billing, {
    state,
    site: () => publicUrl,
    mailer: letters,
    report: (error) => terminal().stderr.write(`${error}\n`),
  });
  try {
    return await ask(needs);
  } finally {
    await stop();
  }
}
