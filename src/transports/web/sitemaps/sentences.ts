/** What is said of sitemaps that are not there. */
import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('sitemaps');
