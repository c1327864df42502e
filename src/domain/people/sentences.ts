/** What is said about persons: that one is not known, and how sure an identity is. */
import { counted } from '#lib/i18n/romanian.ts';
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('people', {
  notLoaded: {
    en: 'This installation has not loaded the trade registry’s people.',
    ro: 'Această instalare nu are încărcate persoanele din registrul comerțului.',
  },
  unknown: {
    en: ({ id }: { id: string }) => `There is no person with the identifier ${id}.`,
    ro: ({ id }) => `Nicio persoană nu are identificatorul ${id}.`,
  },
  outsideRegistry: {
    en: ({ name }: { name: string }) =>
      `${name} is outside the trade registry: no source tells who runs it, so only what it owns or runs itself is shown.`,
    ro: ({ name }) =>
      `Entitatea ${name} nu este înscrisă în registrul comerțului: nicio sursă nu arată cine o conduce, așa că apar numai firmele pe care le deține sau le administrează ea însăși.`,
  },
  tryInDemo: {
    en: ({ name }: { name: string }) => `This is the demo country, where all people are invented: try ${name}.`,
    ro: ({ name }) => `Datele de aici sunt demonstrative, toate persoanele sunt inventate: încercați ${name}.`,
  },
});

/** What an identity rests on, and what speaks against. */
export const because = sentences('identity', {
  nameOnly: {
    en: 'No birth data is published: the identity rests on the name in one firm and is never joined with another.',
    ro: 'Nu sunt publicate date de naștere: identitatea se bazează pe numele dintr-o singură firmă și nu este asociată cu alte firme.',
  },
  oneFirmByPlace: {
    en: 'Known from one firm, by name, birth date and birth place.',
    ro: 'Cunoscută dintr-o singură firmă, după nume, data și locul nașterii.',
  },
  oneFirmByDate: {
    en: 'Known from one firm, by name and birth date.',
    ro: 'Cunoscută dintr-o singură firmă, după nume și data nașterii.',
  },
  firmsByPlace: {
    en: ({ companies }: { companies: number }) => `The same name, birth date and birth place in ${companies} firms.`,
    ro: ({ companies }) =>
      `Același nume, aceeași dată și același loc al nașterii în ${counted(companies, 'firmă', 'firme')}.`,
  },
  firmsByDate: {
    en: ({ companies }: { companies: number }) => `The same name and birth date in ${companies} firms.`,
    ro: ({ companies }) => `Același nume și aceeași dată a nașterii în ${counted(companies, 'firmă', 'firme')}.`,
  },
  noPlace: {
    en: 'No birth place is published: a namesake born on the same day cannot be told apart.',
    ro: 'Locul nașterii nu este publicat: o persoană cu același nume, născută în aceeași zi, nu poate fi deosebită de aceasta.',
  },
  tied: {
    en: 'Trade registry and list of shareholders name the person in the same firm.',
    ro: 'Registrul comerțului și lista asociaților menționează persoana la aceeași firmă.',
  },
  commonName: {
    en: 'The name is so common that two people may share birth date and birth place.',
    ro: 'Numele este atât de răspândit încât două persoane pot avea aceeași dată și același loc al nașterii.',
  },
  namesake: {
    en: ({ consequence }: { consequence: string }) => `1 other person bears the name. ${consequence}`,
    ro: ({ consequence }) => `Încă o persoană poartă acest nume. ${consequence}`,
  },
  namesakes: {
    en: ({ count, consequence }: { count: number; consequence: string }) =>
      `${count} other persons bear the name. ${consequence}`,
    ro: ({ count, consequence }) => `Încă ${counted(count, 'persoană', 'persoane')} poartă acest nume. ${consequence}`,
  },
  manyNamesakes: {
    en: ({ count, consequence }: { count: number; consequence: string }) =>
      `${count} or more other persons bear the name. ${consequence}`,
    ro: ({ count, consequence }) =>
      `Încă cel puțin ${counted(count, 'persoană', 'persoane')} poartă acest nume. ${consequence}`,
  },
  perhapsTheSame: { en: 'One of them may be the same person.', ro: 'Una dintre ele poate fi aceeași persoană.' },
  keptApart: {
    en: 'They are kept apart: their birth data differs or is not published.',
    ro: 'Sunt ținute separat: datele lor de naștere diferă sau nu sunt publicate.',
  },
});
