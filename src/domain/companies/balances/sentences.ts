/** What does not add up, or cannot be, in a balance sheet. */
import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('balances');
