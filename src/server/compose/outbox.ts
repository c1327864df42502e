/** The demo's outbox over the queue of letters. */

import type { Database } from '#data/store/database.ts';
import { outboxLetter, outboxLetters } from '#platform/mail/report-table.ts';
import type { Outbox } from '#transports/web/pages/demo/outbox.ts';

export const outboxOf = (state: Database): Outbox => ({
  letters: (most) => outboxLetters(state, most),
  letter: (id) => outboxLetter(state, id),
});
