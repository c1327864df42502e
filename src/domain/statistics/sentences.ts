import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('statistics');

/** Names of the rankings by ratios. */
export const rankings = messagesOf('ranking');

/** Among whom companies are ranked. */
export const slices = messagesOf('slice');
