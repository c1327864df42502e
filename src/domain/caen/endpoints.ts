/** Operations on the classification of activities. */

import { Type } from 'typebox';
import { ajv } from '#api/ajv.ts';
import { ApiError } from '#api/api-error.ts';
import { type AnswerMeta, endpoint, type RenderedData } from '#api/endpoint.ts';
import { CaenCode, parsedAs, SearchText, withPatternMessage } from '#api/parameters.ts';
import { closed, field } from '#lib/schema/fields.ts';
import { etagOf } from '#lib/values/hash.ts';
import { messages } from '#locales/messages.ts';
import { caenProvenance, findClasses } from './class-search.ts';
import { CaenClass, classes, classOf, titleInRev2 } from './classes.ts';

const Section = parsedAs(
  withPatternMessage(
    field(
      Type.String({
        pattern: '^[A-Va-v]$',
        examples: ['K'],
      }),
      {
        en: 'Only classes of this section: a letter A-V (Rev.3 has 22 sections; the letters of Rev.2 were others).',
        ro: 'Doar clasele acestei secțiuni: o literă A-V (Rev.3 are 22 de secțiuni; literele din Rev.2 erau altele).',
      },
    ),
    messages.caen.section(),
  ),
  (letter) => letter.toUpperCase(),
);

const meta: AnswerMeta = { source: 'caen', sources: [caenProvenance], cachedAt: null };

export const caen = () => ({
  searchCaen: endpoint({
    path: '/api/caen',
    access: 'pro+x402',
    price: 'reference',
    fresh: 'static',
    title: { en: 'CAEN Rev.3 codes', ro: 'Coduri CAEN Rev.3' },
    about: {
      en: 'All 651 classes, or the matching ones. `q` accepts words or beginnings of words of the Romanian and English titles, with or without diacritics, and codes or beginnings of codes (`6210`, `62.10`, `62`). Best matches first, else by code; no match is an empty list.',
      ro: 'Toate cele 651 de clase sau cele care se potrivesc. `q` ia cuvinte sau începuturi de cuvinte din titlurile în română și engleză, cu sau fără diacritice, și coduri sau începuturi de coduri (`6210`, `62.10`, `62`). Cele mai potrivite întâi, altfel după cod; fără potrivire, lista este goală.',
    },
    query: Type.Object({ q: Type.Optional(SearchText), section: Type.Optional(Section) }, closed),
    data: Type.Array(CaenClass),
    examples: [
      { title: { en: 'By words', ro: 'După cuvinte' }, query: { q: 'cultivarea cerealelor' } },
      { title: { en: 'A section', ro: 'O secțiune' }, query: { section: 'K' } },
    ],
    async handle({ q, section }) {
      if (q === undefined) return { data: wholeList(section), meta };
      return {
        data: rendered(findClasses(q).filter((one) => section === undefined || one.section.code === section)),
        meta,
      };
    },
  }),

  getCaen: endpoint({
    path: '/api/caen/{code}',
    access: 'pro+x402',
    price: 'reference',
    fresh: 'static',
    title: { en: 'One CAEN Rev.3 code', ro: 'Un cod CAEN Rev.3' },
    about: {
      en: 'The meaning of a class, with its group, division and section, and the meaning of the same code in Rev.2. Nothing is mapped from one revision to the other: there is no official table.',
      ro: 'Ce înseamnă o clasă, cu grupa, diviziunea și secțiunea ei, și ce însemna același cod în Rev.2. Nimic nu se transpune dintr-o revizie în alta: niciun tabel oficial nu o face.',
    },
    params: Type.Object({ code: CaenCode({ en: 'Class: four digits.', ro: 'Clasa: patru cifre.' }, ['6210']) }, closed),
    data: CaenClass,
    examples: [
      { title: { en: 'Software', ro: 'Software' }, params: { code: '6210' } },
      {
        title: { en: 'A code with another meaning in Rev.2', ro: 'Un cod cu alt înțeles în Rev.2' },
        params: { code: '4671' },
      },
    ],
    async handle({ code }) {
      const one = classOf(code);
      if (!one) throw unknownCode(code);
      return { data: one, meta };
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

/** JSON by class, serialized once: classes change with a release only, and long lists are frequent requests. */
const texts = new Map<CaenClass, string>();
/** By letter; the whole classification under undefined. */
const lists = new Map<string | undefined, RenderedData>();

/** All classes, or those of a section: always the same bytes, so that they are compressed once. */
const wholeList = (section: string | undefined): RenderedData =>
  lists.getOrInsertComputed(section, () =>
    rendered(classes.filter((one) => section === undefined || one.section.code === section)),
  );

function rendered(some: readonly CaenClass[]): RenderedData {
  const bytes = Buffer.from(`[${some.map((one) => texts.getOrInsertComputed(one, textOf)).join(',')}]`);
  return { bytes, etag: etagOf(bytes) };
}

/** Validates against the schema, because rendered answers are not validated later. */
function textOf(one: CaenClass): string {
  check ??= ajv.compile(CaenClass);
  if (check(one)) return JSON.stringify(one);
  throw new Error(`Class ${one.code} breaks its schema: ${ajv.errorsText(check.errors)}`);
}

let check: ReturnType<typeof ajv.compile> | undefined;
