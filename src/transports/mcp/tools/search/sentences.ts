/** What `search` and `fetch` say beside their data. */
import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('agents.search');

/** What Pro would add. */
export const pro = messagesOf('agents.search.pro');
