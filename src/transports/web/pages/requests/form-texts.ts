/** What the forms of readers have in common: what is wrong with a field, what became of it, and that no mail is sent. */
import type { Language } from '#lib/i18n/message.ts';
import { counted, type Noun } from '#transports/web/formats/counts.ts';
import type { Wrong } from './sent-fields.ts';

const DAYS: Record<Language, Noun> = { ro: ['zi', 'zile'], en: ['day', 'days'] };
const SECONDS: Record<Language, Noun> = { ro: ['secundă', 'secunde'], en: ['second', 'seconds'] };
const MINUTES: Record<Language, Noun> = { ro: ['minut', 'minute'], en: ['minute', 'minutes'] };
const HOURS: Record<Language, Noun> = { ro: ['oră', 'ore'], en: ['hour', 'hours'] };

interface FormTexts {
  mail: string;
  mailHint: string;
  trap: string;
  wrong: Record<Wrong, string>;
  wrongTitle: string;
  wrongLead: string;
  trapped: string;
  throttled: readonly [heading: string, line: (seconds: number) => string];
  enough: readonly [heading: string, line: string];
  full: readonly [heading: string, line: string];
  kept: (days: number) => string;
}

export const formTexts: Record<Language, FormTexts> = {
  ro: {
    mail: 'E-mail, dacă vreți să vă putem întreba ceva (opțional)',
    mailHint: 'Serviciul nu trimite mesaje. Răspunsul apare pe pagina cererii.',
    trap: 'Lăsați gol acest câmp',
    wrong: {
      missing: 'Completați acest câmp.',
      long: 'Textul este prea lung. Scurtați-l.',
      shape: 'Nu arată cum trebuie. Verificați-l.',
    },
    wrongTitle: 'Cererea nu a fost trimisă',
    wrongLead: 'Mai jos scrie ce lipsește. Ce ați scris a rămas.',
    trapped: 'Ați completat un câmp care trebuie lăsat gol. Ștergeți-l și trimiteți din nou.',
    throttled: [
      'Prea multe cereri de la adresa dumneavoastră',
      (seconds) => `Ce ați scris a rămas. Puteți trimite peste ${waitOf(seconds, 'ro')}.`,
    ],
    enough: [
      'Din rețeaua dumneavoastră așteaptă deja multe cereri',
      'Ce ați scris a rămas. Trimiteți din nou după ce se răspunde la câteva dintre ele, de obicei peste câteva zile, sau scrieți direct celui care ține serviciul.',
    ],
    full: [
      'Așteaptă prea multe cereri',
      'Nu mai putem primi altele până când nu se răspunde la ele. Cererea dumneavoastră nu a fost păstrată. Încercați altă dată sau scrieți direct celui care ține serviciul.',
    ],
    kept: (days) =>
      `Păstrăm doar ce scrieți aici, până la răspuns și încă ${counted(days, DAYS.ro, 'ro')} după el. Nu păstrăm adresa de la care scrieți, ci, până la răspuns, un număr comun unui milion de adrese, ca nimeni să nu ocupe tot locul. Puteți șterge oricând cererea; copiile de siguranță ale operatorului o mai pot cuprinde o vreme.`,
  },
  en: {
    mail: 'E-mail, if we may ask you something (optional)',
    mailHint: 'The service sends no mail. The answer appears on the page of your request.',
    trap: 'Leave this field empty',
    wrong: {
      missing: 'Fill in this field.',
      long: 'The text is too long. Shorten it.',
      shape: 'It does not look right. Check it.',
    },
    wrongTitle: 'The request was not sent',
    wrongLead: 'What is missing is told below. What you wrote is still there.',
    trapped: 'You filled in a field that must stay empty. Clear it and send again.',
    throttled: [
      'Too many requests from your address',
      (seconds) => `What you wrote is still there. You can send it in ${waitOf(seconds, 'en')}.`,
    ],
    enough: [
      'Many requests from your network wait already',
      'What you wrote is still there. Send it again when some of them are answered, mostly after some days, or write to whoever runs the service.',
    ],
    full: [
      'Too many requests wait',
      'We cannot take more until they are answered. Your request was not kept. Try another time, or write to whoever runs the service.',
    ],
    kept: (days) =>
      `We keep only what you write here, until it is answered and ${counted(days, DAYS.en, 'en')} more. We do not keep the address that you write from but, until it is answered, a number that a million addresses share, so that nobody takes all the room. You can delete the request at any time; back-ups of the operator may hold it for a while.`,
  },
};

export const daysOf = (days: number, language: Language): string => counted(days, DAYS[language], language);

/** In the unit that a person would use. */
function waitOf(seconds: number, language: Language): string {
  if (seconds < 120) return counted(seconds, SECONDS[language], language);
  if (seconds < 7_200) return counted(Math.ceil(seconds / 60), MINUTES[language], language);
  return counted(Math.ceil(seconds / 3_600), HOURS[language], language);
}
