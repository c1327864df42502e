/** Romanian texts of pages: demo. */

import type { demo as english } from '#locales/en/pages/demo.ts';
import type { Localized } from '#locales/translation.ts';

export const demo: Localized<typeof english> = {
  billing: {
    pages: {
      pay: 'Plată demonstrativă',
      demo: 'Nimic de aici nu este adevărat: nu se încasează bani. Alegeți ce face cardul.',
      product: 'Firmoteca Pro',
      pays: 'Cardul plătește',
      declined: 'Cardul este refuzat',
      action: 'Banca cere confirmare',
      closes: 'Înapoi fără plată',
      refused: 'Cardul a fost refuzat. Puteți încerca altul.',
      confirm: 'Banca dumneavoastră cere confirmarea plății.',
      confirms: 'Confirm plata',
      denies: 'Nu confirm',
      over: 'Această plată nu mai este deschisă.',
      portal: 'Administrarea abonamentului (demonstrativ)',
      none: 'Nu există niciun abonament.',
      cancel: 'Anulează la sfârșitul perioadei',
      resume: 'Continuă abonamentul',
      fails: 'Cardul nu mai plătește: trece o perioadă',
      works: 'Card nou, care plătește',
      renew: 'Trece o perioadă',
      back: 'Înapoi',
      states: {
        active: 'Activ',
        past_due: 'Plată restantă',
        unpaid: 'Neplătit',
        incomplete: 'Așteaptă confirmarea băncii',
      },
      ends: 'Se încheie la sfârșitul perioadei',
      per: { day: 'pe zi', week: 'pe săptămână', month: 'pe lună', year: 'pe an' },
    },
  },
  outbox: {
    title: 'Mesajele demonstrației',
    lead: 'Demonstrația nu trimite mesaje prin e-mail: le arată aici, numai pe acest calculator. Cele mai noi sunt primele.',
    none: 'Niciun mesaj încă. Mesajele apar aici când cineva își face un cont sau cere o parolă nouă.',
    to: 'Către',
    written: 'Scris',
    asHtml: 'Varianta HTML',
    limitLine: (most) => `Se văd ultimele ${most}.`,
  },
};
