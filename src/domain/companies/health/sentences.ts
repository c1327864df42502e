/** What is said about a company's health: the verdict and its reasons, ratios and how they are computed, what was assumed. */

import { messagesOf } from '#locales/messages.ts';

/** Remarks: the last word of a code is the `code` that programs read in answers. */
export const said = messagesOf('health');

export const labels = messagesOf('verdict');

export const ratioNames = messagesOf('ratio');

/** How ratios are computed: names of figures with signs between them, and words only where signs do not do. */
export const formulas = messagesOf('formula');

/** Why a ratio has no value. */
export const noValue = messagesOf('noValue');

/** What the parts of Altman's score stand for. */
export const components = messagesOf('altman');

/** Whom a ratio is compared with. */
export const peersAre = messagesOf('peers');
