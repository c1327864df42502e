/** What the tools over rates, classifications, accounts and press say beside their data. */
import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('agents.reference');
