/** What tools say beside their data, whatever it is about. */
import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('agents.tools');
