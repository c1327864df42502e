/** What is said about searches. */
import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('search');
