/** What is said by the analyst to callers that it cannot answer now. */
import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('jobs');
