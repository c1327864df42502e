/** Mentions of a company in the Gazette, for its history. */
import type { Dataset } from '#data/store/dataset.ts';
import type { Message } from '#lib/i18n/message.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-names.ts';
import { messages } from '#locales/messages.ts';
import { mentionsIn } from './decisions-table.ts';

/** More than a bank has with a mention every week for decades. */
const MENTIONS_MAX = 1_000;

interface Mention {
  date: string;
  /** The Gazette's heading. */
  title: string;
  details: Message;
  decisionId: string;
}

export async function mentionsOf(dataset: Dataset, cui: string, { names }: HiddenPersons): Promise<Mention[]> {
  const db = dataset.partGroup('gazette');
  if (db === null) return [];
  const rows = await mentionsIn(db, cui, MENTIONS_MAX);
  return rows.map(({ day, title, id, part, number, bis }) => ({
    date: day,
    title: names.redact(title),
    details: messages.gazette.mentioned({ part, number: bis === 1 ? `${number} bis` : String(number) }),
    decisionId: id,
  }));
}
