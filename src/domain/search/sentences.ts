/** What is said about searches. */
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('search', {
  notLoaded: {
    en: 'This installation has not loaded the trade registry’s names.',
    ro: 'Această instalare nu are încărcate denumirile din registrul comerțului.',
  },
  tryInDemo: {
    en: ({ names }: { names: string }) => `This is the demo country, where all companies are invented: try ${names}.`,
    ro: ({ names }) => `Datele de aici sunt demonstrative, toate firmele sunt inventate: încercați ${names}.`,
  },
});
