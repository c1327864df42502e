/** What is said about payments. */
import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('billing');
