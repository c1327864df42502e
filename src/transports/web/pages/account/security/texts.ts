/** The words of the page about the safety of an account. */
import type { Texts } from '#locales/texts.ts';

export type Done = keyof Texts['account']['security']['page']['done'];
