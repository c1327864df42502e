/** Romanian messages: people. */
import { counted } from '#lib/i18n/romanian.ts';
import type { people as english } from '#locales/en/people.ts';
import type { Translation } from '#locales/translation.ts';

export const people: Translation<typeof english> = {
  people: {
    notLoaded: 'Această instalare nu are încărcate persoanele din registrul comerțului.',
    unknown: ({ id }) => `Nicio persoană nu are identificatorul ${id}.`,
    outsideRegistry: ({ name }) =>
      `Entitatea ${name} nu este înscrisă în registrul comerțului: nicio sursă nu arată cine o conduce, așa că apar numai firmele pe care le deține sau le administrează ea însăși.`,
    tryInDemo: ({ name }) => `Datele de aici sunt demonstrative, toate persoanele sunt inventate: încercați ${name}.`,
  },
  identity: {
    nameOnly:
      'Nu sunt publicate date de naștere: identitatea se bazează pe numele dintr-o singură firmă și nu este asociată cu alte firme.',
    oneFirmByPlace: 'Cunoscută dintr-o singură firmă, după nume, data și locul nașterii.',
    oneFirmByDate: 'Cunoscută dintr-o singură firmă, după nume și data nașterii.',
    firmsByPlace: ({ companies }) =>
      `Același nume, aceeași dată și același loc al nașterii în ${counted(companies, 'firmă', 'firme')}.`,
    firmsByDate: ({ companies }) =>
      `Același nume și aceeași dată a nașterii în ${counted(companies, 'firmă', 'firme')}.`,
    noPlace:
      'Locul nașterii nu este publicat: o persoană cu același nume, născută în aceeași zi, nu poate fi deosebită de aceasta.',
    tied: 'Registrul comerțului și lista asociaților menționează persoana la aceeași firmă.',
    commonName: 'Numele este atât de răspândit încât două persoane pot avea aceeași dată și același loc al nașterii.',
    namesake: ({ consequence }) => `Încă o persoană poartă acest nume. ${consequence}`,
    namesakes: ({ count, consequence }) =>
      `Încă ${counted(count, 'persoană', 'persoane')} poartă acest nume. ${consequence}`,
    manyNamesakes: ({ count, consequence }) =>
      `Încă cel puțin ${counted(count, 'persoană', 'persoane')} poartă acest nume. ${consequence}`,
    perhapsTheSame: 'Una dintre ele poate fi aceeași persoană.',
    keptApart: 'Sunt ținute separat: datele lor de naștere diferă sau nu sunt publicate.',
  },
};
