/** What is said about opening a collected file. */
import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('opening');
