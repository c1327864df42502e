/** What pages of procurement say when something is not there. */
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('procurementPages', {
  noCpv: {
    en: ({ cpv }: { cpv: string }) => `The procurement vocabulary has no code that begins with ${cpv}.`,
    ro: ({ cpv }) => `Vocabularul achizițiilor (CPV) nu are niciun cod care începe cu ${cpv}.`,
  },
  wrongCpv: {
    en: 'A CPV code has up to eight digits, such as 45 or 45233120.',
    ro: 'Un cod CPV are cel mult opt cifre, de exemplu 45 sau 45233120.',
  },
  unknownDocument: {
    en: ({ id, notice }: { id: string; notice: string }) => `The notice ${notice} has no document ${id}.`,
    ro: ({ id, notice }) => `Anunțul ${notice} nu are documentul ${id}.`,
  },
});
