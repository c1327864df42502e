/** What is said about counties and towns that nobody knows. */
import { counted } from '#lib/i18n/romanian.ts';
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('listings', {
  noCounty: {
    en: ({ text }: { text: string }) => `There is no county "${text}".`,
    ro: ({ text }) => `Nu există județul „${text}”.`,
  },
  noFirmIn: {
    en: ({ text, county }: { text: string; county: string }) => `No firm has its seat in "${text}", county ${county}.`,
    ro: ({ text, county }) => `Nicio firmă nu are sediul în „${text}”, județul ${county}.`,
  },
  carriedIn: {
    en: ({ code, revision, firms }: { code: string; revision: string; firms: number }) =>
      `${firms} more ${firms === 1 ? 'company carries' : 'companies carry'} ${code} as a code of CAEN Rev.${revision.at(-1)}, where it may mean something else: send caenRevision=${revision.at(-1)} for ${firms === 1 ? 'it' : 'them'}.`,
    ro: ({ code, revision, firms }) =>
      `Încă ${counted(firms, 'firmă are', 'firme au')} codul ${code} din CAEN Rev.${revision.at(-1)}, unde poate însemna altceva: trimiteți caenRevision=${revision.at(-1)}.`,
  },
  /** Behind the first two. */
  near: {
    en: ({ problem, near }: { problem: string; near: string }) => `${problem} Near it: ${near}.`,
    ro: ({ problem, near }) => `${problem} Denumiri apropiate: ${near}.`,
  },
});
