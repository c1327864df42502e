/** A remark about a company's figures: a stable code for programs, a label for people. */

import { Type } from 'typebox';
import type { Message, Translate } from '#lib/i18n/message.ts';
import { closed, field, orNone, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';

export const Remark = Type.Object(
  {
    code: field(Type.String(), {
      en: 'Stable name of the remark, for programs.',
      ro: 'Numele fix al observației, pentru programe.',
    }),
    label: field(Type.String(), {
      en: 'The remark, in the language of the answer.',
      ro: 'Observația, în limba răspunsului.',
    }),
  },
  { ...closed, title: 'Remark' },
);
export type Remark = Static<typeof Remark>;

/** The message `balances.resultOff` has the code `resultOff`. */
export const remark = (message: Message, t: Translate): Remark => ({
  code: message.code.slice(message.code.lastIndexOf('.') + 1),
  label: t(message),
});

/** An input of a computed figure. */
export const FigureInput = Type.Object(
  {
    name: field(Type.String(), {
      en: 'Field of the balance summary, or of the company, that was read.',
      ro: 'Câmpul din rezumatul bilanțului, sau al firmei, care a fost citit.',
    }),
    year: orNone(Type.Integer(), {
      en: 'Financial year of the figure; null for present facts.',
      ro: 'Anul financiar din care a fost citit; null pentru ce este valabil azi.',
    }),
    value: orNull(Type.Number(), {
      en: 'The value, in RON, heads or months; null when unknown.',
      ro: 'Valoarea, în lei, persoane sau luni; null când nu este cunoscută.',
    }),
  },
  { ...closed, title: 'FigureInput' },
);
export type FigureInput = Static<typeof FigureInput>;

/** A remark with its inputs. */
export const Finding = Type.Object(
  {
    ...Remark.properties,
    inputs: field(Type.Array(FigureInput), { en: 'The numbers it rests on.', ro: 'Numerele pe care se sprijină.' }),
  },
  { ...closed, title: 'Finding' },
);
export type Finding = Static<typeof Finding>;
