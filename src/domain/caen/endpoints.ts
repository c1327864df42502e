/** Operations on the classification of activities. */

import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { type AnswerMeta, endpoint } from '#api/endpoint.ts';
import { CaenCode, parsedAs, SearchText, withPatternMessage } from '#api/parameters.ts';
import { closed } from '#lib/values/schema.ts';
import { messages } from '#locales/messages.ts';
import { findClasses } from './class-search.ts';
import { CaenClass, classOf, titleInRev2 } from './classes.ts';

import { caenStamp } from './stamp.ts';
import { wholeList, written } from './written-classes.ts';

const Section = parsedAs(
  withPatternMessage(
    Type.String({
      pattern: '^[A-Va-v]$',
      description:
        'Only classes of this section: a letter A-V (Rev.3 has 22 sections; the letters of Rev.2 were others).',
      examples: ['K'],
    }),
    messages.caen.section(),
  ),
  (letter) => letter.toUpperCase(),
);

const meta: AnswerMeta = { source: 'caen', sources: [caenStamp], cachedAt: null };

export const caen = () => ({
  searchCaen: endpoint({
    path: '/api/caen',
    access: 'pro+x402',
    price: 'reference',
    fresh: 'static',
    title: 'CAEN Rev.3 codes',
    about:
      'All 651 classes, or those that fit. `q` takes words or beginnings of words of the Romanian and English titles, with or without diacritics, and codes or beginnings of codes (`6210`, `62.10`, `62`). Best matches first, else by code; no match is an empty list.',
    query: Type.Object({ q: Type.Optional(SearchText), section: Type.Optional(Section) }, closed),
    data: Type.Array(CaenClass),
    examples: [
      { title: 'By words', query: { q: 'cultivarea cerealelor' } },
      { title: 'A section', query: { section: 'K' } },
    ],
    async handle({ q, section }) {
      if (q === undefined) return { data: wholeList(section), meta };
      return {
        data: written(findClasses(q).filter((one) => section === undefined || one.section.code === section)),
        meta,
      };
    },
  }),

  getCaen: endpoint({
    path: '/api/caen/{code}',
    access: 'pro+x402',
    price: 'reference',
    fresh: 'static',
    title: 'One CAEN Rev.3 code',
    about:
      'What a class stands for, with its group, division and section, and what the same code stood for in Rev.2. Nothing is mapped from one revision to the other: no official table does.',
    params: Type.Object({ code: CaenCode('Class: four digits.', ['6210']) }, closed),
    data: CaenClass,
    examples: [
      { title: 'Software', params: { code: '6210' } },
      { title: 'A code with another meaning in Rev.2', params: { code: '4671' } },
    ],
    async handle({ code }) {
      const found = classOf(code);
      if (!found) throw unknownCode(code);
      return { data: found, meta };
    },
  }),
});

function unknownCode(code: string): ApiError {
  const earlier = titleInRev2(code);
  return new ApiError(
    'NOT_FOUND',
    earlier === undefined ? messages.caen.unknown({ code }) : messages.caen.onlyRev2({ code, title: earlier }),
  );
}
