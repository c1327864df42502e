/** The demo's outbox over the queue of letters. */
import { outboxLetter, outboxLetters } from '#mail/report-table.ts';
import type { Database } from '#store/database.ts';
import type { Outbox } from '#web/pages/demo/outbox.ts';

export const outboxOf = (state: Database): Outbox => ({
  letters: (most) => outboxLetters(state, most),
  letter: (id) => outboxLetter(state, id),
});
