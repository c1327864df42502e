/** Romanian messages: web. */
import type { web as english } from '#locales/en/web.ts';
import type { Translation } from '#locales/translation.ts';

export const web: Translation<typeof english> = {
  approvalPage: {
    notSold: 'Această instalare nu mai vinde nimic. Planul Pro îl acordă operatorul.',
  },
  procurementPages: {
    noCpv: ({ cpv }) => `Vocabularul achizițiilor (CPV) nu are niciun cod care începe cu ${cpv}.`,
    wrongCpv: 'Un cod CPV are cel mult opt cifre, de exemplu 45 sau 45233120.',
    unknownDocument: ({ id, notice }) => `Anunțul ${notice} nu are documentul ${id}.`,
  },
  forms: {
    otherSite:
      'Formularul nu a fost trimis de pe o pagină a acestui serviciu. Deschideți din nou pagina și trimiteți-l de acolo.',
  },
  sitemaps: {
    none: 'Nu există un astfel de sitemap; /sitemap.xml le enumeră pe cele care există.',
  },
};
