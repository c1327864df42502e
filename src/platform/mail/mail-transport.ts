/** Who takes letters from the queue to their readers. */
import type { DueLetter } from './queue-table.ts';

/** `refused`: for good, and why. `later`: not this time, and why. */
export type Delivery = 'sent' | { refused: string } | { later: string };

export interface MailTransport {
  /** An outbox keeps what was put in. */
  readonly keepsWords: boolean;
  /** Never throws; it is over soon after the signal. */
  deliver(letter: DueLetter, signal: AbortSignal): Promise<Delivery>;
}

/** The demo's: a letter is there as soon as it was queued. */
export const outbox: MailTransport = { keepsWords: true, deliver: async () => 'sent' };
