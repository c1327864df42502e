/** What is said about apps that want to speak for an account. */
import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('oauth');
