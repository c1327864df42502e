/** What is said of forms that cannot be taken. */
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('forms', {
  otherSite: {
    en: 'This form was not sent from a page of this service. Open the page again and send it from there.',
    ro: 'Formularul nu a fost trimis de pe o pagină a acestui serviciu. Deschideți din nou pagina și trimiteți-l de acolo.',
  },
});
