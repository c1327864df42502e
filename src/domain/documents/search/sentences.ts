/** What is said about a search in documents. */
import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('documentSearch');

/** Why a document, or a part of it, could not be searched. */
export const unsearched = messagesOf('notSearched');
