/** A sentence about a company's figures: a stable code for programs, a label for people. */

import { Type } from 'typebox';
import type { Message, Translate } from '#lib/i18n/message.ts';
import { closed, orNull } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';

export const Remark = Type.Object(
  {
    code: Type.String({ description: 'Stable name of the remark, for programs.' }),
    label: Type.String({ description: 'The remark, in the language of the answer.' }),
  },
  { ...closed, title: 'Remark' },
);
export type Remark = Static<typeof Remark>;

/** `balances.resultOff` is told as the code `resultOff`. */
export const remark = (message: Message, t: Translate): Remark => ({
  code: message.code.slice(message.code.lastIndexOf('.') + 1),
  label: t(message),
});

/** One number that went into a computed figure. */
export const FigureInput = Type.Object(
  {
    name: Type.String({ description: 'Field of the balance summary, or of the company, that was read.' }),
    year: orNull(Type.Integer(), 'Financial year it was read from; null for what holds today.'),
    value: orNull(Type.Number(), 'What stood there, in RON, heads or months; null when it is not known.'),
  },
  { ...closed, title: 'FigureInput' },
);
export type FigureInput = Static<typeof FigureInput>;

/** A remark with the numbers it rests on. */
export const Finding = Type.Object(
  { ...Remark.properties, inputs: Type.Array(FigureInput, { description: 'The numbers it rests on.' }) },
  { ...closed, title: 'Finding' },
);
export type Finding = Static<typeof Finding>;
