/** Romanian texts of pages: problem. */

import type { problem as english } from '#locales/en/pages/problem.ts';
import type { Localized } from '#locales/translation.ts';

export const problem: Localized<typeof english> = {
  page: {
    notFound: 'Aici nu este nimic',
    noPage: 'Nu există nicio pagină la această adresă.',
    wrongCui: 'Acesta nu este un CUI',
    notQueried: 'Nu am întrebat nicio sursă.',
    wrong: 'Cererea nu poate fi înțeleasă',
    forbidden: 'Această pagină cere Pro',
    limit: 'Prea multe pagini într-un minut',
    today: 'Prea multe pagini azi',
    seconds: ['secundă', 'secunde'],
    again: (wait) => `Puteți continua peste ${wait}.`,
    who: 'Limita se numără pe adresa de rețea. Paginile deschise rămân cum sunt.',
    notLoaded: 'Nu este încărcat aici',
    notReady: 'Se adună acum',
    starting: 'Serviciul pornește',
    away: 'Momentan nu se poate',
    removed: 'Nu mai este aici',
    internalError: 'Pagina nu a putut fi făcută',
    fault: 'E vina noastră. Spuneți-ne codul și o găsim:',
    search: 'Căutați o firmă, un CUI sau o persoană',
    ways: 'Sau mergeți la',
    reload: 'Reîncarcă pagina',
  },
  names: {
    home: 'Prima pagină',
    tenders: 'Licitații',
    rankings: 'Clasamente',
    counties: 'Firme pe județe',
    status: 'Starea serviciului',
  },
};
