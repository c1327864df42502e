/** What pages of procurement say when something is not there. */
import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('procurementPages');
