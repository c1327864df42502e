/** Sums of deals with public authorities: counts and values. */
import { Type } from 'typebox';
import { about, closed, type Description, field, orNull } from './fields.ts';

const count = field(Type.Integer(), { en: 'How many.', ro: 'Câte.' });
const value = orNull(Type.Number(), {
  en: 'Sum of the known values, lei; 0 when there are no records, null when none has a value.',
  ro: 'Suma valorilor cunoscute, lei; 0 când nu există înregistrări, null când niciuna nu are valoare.',
});

export const CountAndValue = Type.Object(
  { count, value },
  {
    ...closed,
    title: 'CountAndValue',
    ...about({ en: 'How many, and their value together.', ro: 'Câte și valoarea lor împreună.' }),
  },
);

export const unknownState = field(Type.Integer(), {
  en: 'How many of them come from a source that does not publish whether the offer was accepted.',
  ro: 'Câte dintre ele vin dintr-o sursă care nu publică dacă oferta a fost acceptată.',
  heading: { en: 'Of unknown state', ro: 'Cu stare necunoscută' },
});

export const countedPurchases: Description = {
  en: 'Direct purchases that were accepted, and those whose state is not published.',
  ro: 'Achiziții directe acceptate și cele a căror stare nu se publică.',
};

export const CountAndValueOfPurchases = Type.Object(
  { count, value, unknownState },
  { ...closed, title: 'CountAndValueOfPurchases', ...about(countedPurchases) },
);
