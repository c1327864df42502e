/** Messages of tables for spreadsheets, and why one is refused. */
import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('table');
