/** What the tools over procurement say beside their data. */
import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('agents.procurement');

/** What Pro would add, tool by tool. */
export const pro = messagesOf('agents.procurement.pro');
