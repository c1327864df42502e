/** What is said about companies on a day, and of receipts that cannot be given. */
import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('onDate');
