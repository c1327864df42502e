/** What is said of forms that cannot be taken. */
import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('forms');
