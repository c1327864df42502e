/** What is said about counties and towns that nobody knows. */
import { sentences } from '#sentences/sentence.ts';

export const said = sentences('listings', {
  noCounty: {
    en: ({ text }: { text: string }) => `There is no county "${text}".`,
    ro: ({ text }) => `Nu există județul „${text}”.`,
  },
  noFirmIn: {
    en: ({ text, county }: { text: string; county: string }) => `No firm has its seat in "${text}", county ${county}.`,
    ro: ({ text, county }) => `Nicio firmă nu are sediul în „${text}”, județul ${county}.`,
  },
  /** Behind the two before. */
  near: {
    en: ({ problem, near }: { problem: string; near: string }) => `${problem} Near it: ${near}.`,
    ro: ({ problem, near }) => `${problem} Denumiri apropiate: ${near}.`,
  },
});
