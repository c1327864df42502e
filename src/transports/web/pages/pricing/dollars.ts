/** Small amounts of dollars, every digit of them. */
import type { Language } from '#lib/i18n/message.ts';

/** `0,002 $`, `$0.002`. */
export const dollarsIn = (dollars: string, language: Language): string =>
  language === 'ro' ? `${dollars.replace('.', ',')}\u00a0$` : `$${dollars}`;
