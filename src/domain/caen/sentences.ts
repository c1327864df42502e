/** What is said about activity codes that do not exist. */
import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('caen');
