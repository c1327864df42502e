/** What every letter says around its own words, and what is said about mail. */
import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('mail');
