/** What is said about searches. */
import { sentences } from '#sentences/sentence.ts';

export const said = sentences('search', {
  notLoaded: {
    en: 'This installation has not loaded the trade registry’s names.',
    ro: 'În această instalare nu sunt încărcate denumirile din registrul comerțului.',
  },
  tryInDemo: {
    en: ({ names }: { names: string }) => `This is the demo country, where all companies are invented: try ${names}.`,
    ro: ({ names }) => `Aceasta este țara demonstrativă, în care toate firmele sunt inventate: încercați ${names}.`,
  },
});
