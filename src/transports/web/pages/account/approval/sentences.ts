/** What is said where an errand cannot be done. */
import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('errandPage');
