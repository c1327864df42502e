/** What is said of receipts: what they prove, and why one is not valid. */
import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('receipts');
