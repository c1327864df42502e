/** What each error code means. */
import { messagesOf } from '#locales/messages.ts';

/** What the codes of `problem.ts` mean. */
export const meaning = messagesOf('problem');
