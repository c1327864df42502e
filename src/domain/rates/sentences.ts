/** What is said about rates that are not there, or are not of the day asked for. */
import { counting } from '#lib/i18n/english.ts';
import { counted } from '#lib/i18n/romanian.ts';
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('rates', {
  dayToCome: { en: 'The day is in the future.', ro: 'Data cerută este în viitor.' },
  notAfter: {
    en: ({ day }: { day: string }) => `must not be after ${day}`,
    ro: ({ day }) => `nu poate fi după ${day}`,
  },
  currency: {
    en: 'must be a currency: three letters, such as EUR',
    ro: 'trebuie să fie o monedă: trei litere, de exemplu EUR',
  },
  amount: {
    en: ({ digits, decimals }: { digits: number; decimals: number }) =>
      `must be an amount with a decimal point: at most ${digits} digits, of them at most ${decimals} behind the point`,
    ro: ({ digits, decimals }) =>
      `trebuie să fie o sumă scrisă cu punct zecimal: cel mult ${counted(digits, 'cifră', 'cifre')}, dintre care cel mult ${counted(decimals, 'zecimală', 'zecimale')}`,
  },
  aboveZero: { en: 'must be more than 0', ro: 'trebuie să fie mai mare decât 0' },
  digits: {
    en: ({ most }: { most: number }) => `must have at most ${counting(most, 'digit')}`,
    ro: ({ most }) => `poate avea cel mult ${counted(most, 'cifră', 'cifre')}`,
  },
  unavailable: {
    en: 'The national bank does not answer, and no rates are stored yet.',
    ro: 'BNR nu răspunde și nu avem încă niciun curs salvat.',
  },
  notRead: {
    en: 'The history of exchange rates has not been read yet.',
    ro: 'Istoricul cursurilor de schimb nu a fost încă citit.',
  },
  notAnsweredSince: {
    en: ({ since, newest }: { since: string; newest: string }) =>
      `The national bank has not answered since ${since}: there may be newer rates than those of ${newest}.`,
    ro: ({ since, newest }) =>
      `BNR nu a mai răspuns de la ${since}: pot exista cursuri mai noi decât cele din ${newest}.`,
  },
  farBack: {
    en: ({ day, days, asked }: { day: string; days: number; asked: string }) =>
      `These are the rates of ${day}, ${counting(days, 'day')} before ${asked}: there are none of the days between.`,
    ro: ({ day, days, asked }) =>
      `Cursurile sunt din ${day}, cu ${counted(days, 'zi', 'zile')} înainte de ${asked}: pentru zilele dintre aceste date nu există cursuri.`,
  },
  notBothQuoted: {
    en: ({ from, to, bankDay, day }: { from: string; to: string; bankDay: string; day: string }) =>
      `${from} and ${to} were not both quoted on ${bankDay}: the rates are of ${day}.`,
    ro: ({ from, to, bankDay, day }) =>
      `${from} și ${to} nu au fost cotate amândouă la ${bankDay}: cursurile sunt din ${day}.`,
  },
  notQuoted: {
    en: ({ currency }: { currency: string }) =>
      `The national bank does not quote ${currency}; /api/rates lists what it does.`,
    ro: ({ currency }) => `BNR nu publică un curs pentru ${currency}; monedele cotate sunt la /api/rates.`,
  },
  noneBefore: {
    en: ({ day }: { day: string }) => `There are no rates of ${day} or of the days before it.`,
    ro: ({ day }) => `Nu există cursuri din ${day} sau din zilele anterioare.`,
  },
  lastQuoted: {
    en: ({ currency, last, day }: { currency: string; last: string; day: string }) =>
      `${currency} was last quoted on ${last}, so it has no rate on ${day}.`,
    ro: ({ currency, last, day }) => `${currency} a fost cotată ultima dată la ${last}, deci nu are curs la ${day}.`,
  },
  notQuotedYet: {
    en: ({ currency, day }: { currency: string; day: string }) =>
      `${currency} was not quoted yet, so it has no rate on ${day}.`,
    ro: ({ currency, day }) => `${currency} nu era încă cotată, deci nu are curs la ${day}.`,
  },
  notTogether: {
    en: ({ from, to, day }: { from: string; to: string; day: string }) =>
      `${from} and ${to} were not quoted together in the days before ${day}.`,
    ro: ({ from, to, day }) => `${from} și ${to} nu au fost cotate împreună în zilele dinainte de ${day}.`,
  },
});
