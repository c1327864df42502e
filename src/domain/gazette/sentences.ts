/** What is said about decisions in the Official Gazette. */
import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('gazette');
