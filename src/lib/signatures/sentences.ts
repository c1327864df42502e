/** What is said about seals: why a signature is not valid, what to know of a valid one, and why a file could not be opened. */
import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('seals');
