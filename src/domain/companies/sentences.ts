import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('companies');

/** Why a balance sheet is missing. */
export const missing = messagesOf('missingBalance');

/** Titles and details of events. */
export const happened = messagesOf('timeline');

/** How a company stands, by registry and tax authority together. */
export const stands = messagesOf('companyStatus');
