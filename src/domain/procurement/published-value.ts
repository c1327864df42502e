/** Amounts as published. Tables hold them signed; only one above zero is a value: zero and less is shown and counted, and adds nothing. */
import { Type } from 'typebox';
import { type Description, type FieldTexts, oneOf, orNone, orNull } from '#lib/schema/fields.ts';
import { leiOrNull } from '#lib/values/money.ts';

/** The value in an SQL expression of an amount. */
export const known = (amount: string): string => `case when ${amount} > 0 then ${amount} end`;

const notes = ['zeroPublished', 'negativePublished'] as const;
export type ValueNote = (typeof notes)[number];

const noteOf = (bani: number | null): ValueNote | null =>
  bani === null || bani > 0 ? null : bani === 0 ? 'zeroPublished' : 'negativePublished';

/** Only of a value above zero. */
export const knownLei = (bani: number | null): number | null => (bani !== null && bani > 0 ? leiOrNull(bani) : null);

export const dealValue = (bani: number | null) => ({
  value: knownLei(bani),
  publishedValue: leiOrNull(bani),
  valueNote: noteOf(bani),
});

export const dealEstimate = (bani: number | null) => ({
  estimatedValue: knownLei(bani),
  publishedEstimatedValue: leiOrNull(bani),
  estimatedValueNote: noteOf(bani),
});

const NOTE = {
  en: 'Why there is no value although an amount was published: it is zero, or below zero and corrects no known record. Null when there is a value, or no amount at all.',
  ro: 'De ce lipsește valoarea deși s-a publicat o sumă: este zero sau este negativă și nu corectează nicio înregistrare cunoscută. Null când există o valoare sau nu s-a publicat nicio sumă.',
};

const PUBLISHED = {
  en: 'The amount as published, zero and less too; null when none was published.',
  ro: 'Suma așa cum a fost publicată, și zero sau negativă; null când nu s-a publicat niciuna.',
};

const Published = (heading: FieldTexts) => orNull(Type.Number(), { ...PUBLISHED, heading });
const Note = (heading: FieldTexts) => orNone(oneOf(notes, 'What was published.'), { ...NOTE, heading });

/** `value` with the amount behind it. */
export const valueFields = (texts: Description) => ({
  value: orNull(Type.Number(), texts),
  publishedValue: Published({ en: 'Published value', ro: 'Valoare publicată' }),
  valueNote: Note({ en: 'Note on the value', ro: 'Observație la valoare' }),
});

export const estimateFields = (texts: Description) => ({
  estimatedValue: orNull(Type.Number(), texts),
  publishedEstimatedValue: Published({ en: 'Published estimate', ro: 'Estimare publicată' }),
  estimatedValueNote: Note({ en: 'Note on the estimate', ro: 'Observație la estimare' }),
});

/** The filter of lists. */
export const NoteFilter = Type.Optional(
  oneOf(notes, {
    en: 'Only amounts published as zero, or below zero.',
    ro: 'Doar sumele publicate zero sau negative.',
  }),
);

/** The condition of the filter on an amount. */
export const noteIs = (note: ValueNote, amount: string): string =>
  `${amount} ${note === 'zeroPublished' ? '=' : '<'} 0`;
