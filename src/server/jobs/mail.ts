/** The duty of letters: only the main thread of the host that leads sends, and what it needs is loaded when the first letter could leave. */

import type { Store } from '#data/store/open.ts';
import type { MailTransport } from '#platform/mail/sender.ts';
import type { MailSettings } from '#platform/mail/settings.ts';
import type { Config } from '#server/config/config.ts';

export function startMail(
  { mail }: Pick<Config, 'mail'>,
  { state, changes }: Pick<Store, 'state' | 'changes'>,
  { note }: { note(text: string): void },
  onError: (error: unknown) => void,
  isLed: () => boolean = () => true,
): { stop(): Promise<void> } {
  const started = load(mail).then(({ startSending, carrier }) =>
    startSending({ state, carrier, isLed, note, onError }, changes),
  );
  started.catch(onError);
  return {
    stop: async () => {
      await (await started.catch(() => null))?.stop();
    },
  };
}

async function load({ by }: MailSettings) {
  const { startSending } = await import('#platform/mail/sender.ts');
  return { startSending, carrier: await carrierOf(by) };
}

async function carrierOf(by: MailSettings['by']): Promise<MailTransport | null> {
  if (by === null) return null;
  if (by === 'outbox') return (await import('#platform/mail/sender.ts')).outbox;
  return (await import('#platform/mail/smtp.ts')).smtpTransport(by);
}
