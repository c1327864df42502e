/** Notices: search, one notice, the newest with documentation, and those of a company. */

import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { endpoint } from '#api/endpoint.ts';
import { CalendarDay, Cui, Cursor, Limit, Offset, repeated, SearchText } from '#api/parameters.ts';
import { about, closed, type Description, field, oneOf } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import { filtersOf } from './company-endpoints.ts';
import { Conditions } from './conditions.ts';
import type { ProcurementContext } from './context.ts';
import { CpvPrefix } from './cpv.ts';
import { wrongOrder } from './filters.ts';
import { list, sourceMeta } from './list-page.ts';
import { Notice, NoticeNumber, type NoticeRow } from './notice.ts';
import { NoticeFacets } from './notice-facets.ts';
import { noticeWalk, readings } from './notice-query.ts';
import { noticeRows } from './notice-rows.ts';
import { searchNotices } from './notice-search.ts';
import { noticeStates, procedureTypes } from './notice-words.ts';
import { noticeNumbered } from './notices-table.ts';
import { procedureStates, procedures } from './procedures.ts';
import { assertLoaded, procurementOf } from './procurement-database.ts';
import { NoteFilter } from './published-value.ts';

const Money = (texts: Description) => Type.Optional(Type.Number({ minimum: 0, maximum: 1e13, ...about(texts) }));

/** Values of a repeated parameter: all kinds of procedures, and half of the counties. */
const REPEATED_MAX = 20;

const searchQuery = Type.Object(
  {
    q: Type.Optional(SearchText),
    cpv: Type.Optional(
      repeated(CpvPrefix('CPV code or its first digits.'), REPEATED_MAX, {
        en: `CPV code or its first digits; repeat it for several, at most ${REPEATED_MAX}.`,
        ro: `Cod CPV sau primele lui cifre; repetați-l pentru mai multe, cel mult ${REPEATED_MAX}.`,
      }),
    ),
    authorityCui: Type.Optional(Cui),
    from: Type.Optional(CalendarDay({ en: 'First day of publication.', ro: 'Prima zi de publicare.' })),
    to: Type.Optional(
      CalendarDay({
        en: 'Last day of publication; not before `from`.',
        ro: 'Ultima zi de publicare; nu înainte de `from`.',
      }),
    ),
    deadlineFrom: Type.Optional(
      CalendarDay({
        en: 'First day of the deadline.',
        ro: 'Prima zi a termenului de depunere.',
      }),
    ),
    deadlineTo: Type.Optional(
      CalendarDay({
        en: 'Last day of the deadline.',
        ro: 'Ultima zi a termenului de depunere.',
      }),
    ),
    state: Type.Optional(
      oneOf(['open', ...noticeStates], {
        en: '`open`: only notices to which tenders are still received. The others are values of `stateCode`.',
        ro: '`open`: doar anunțurile la care încă se primesc oferte. Celelalte sunt valori ale lui `stateCode`.',
      }),
    ),
    procedure: Type.Optional(
      repeated(oneOf(procedureTypes, 'A kind of procedure.'), REPEATED_MAX, {
        en: 'Kind of procedure, a value of `procedureTypeCode`; repeat it for several.',
        ro: 'Felul procedurii, o valoare a lui `procedureTypeCode`; repetați-l pentru mai multe.',
      }),
    ),
    county: Type.Optional(
      repeated(Type.String({ minLength: 1, maxLength: 100 }), REPEATED_MAX, {
        en: `County of the authority: name, slug or plate; repeat it for several, at most ${REPEATED_MAX}.`,
        ro: `Județul autorității: nume, nume pentru adrese sau indicativ auto; repetați-l pentru mai multe, cel mult ${REPEATED_MAX}.`,
      }),
    ),
    minValue: Money({
      en: 'Least estimated value, lei; notices without a value, or with one in another currency, do not pass.',
      ro: 'Cea mai mică valoare estimată, lei; anunțurile fără valoare sau cu una în altă monedă nu trec.',
    }),
    maxValue: Money({
      en: 'Greatest estimated value, lei; the same applies.',
      ro: 'Cea mai mare valoare estimată, lei; la fel.',
    }),
    valueNote: NoteFilter,
    sort: Type.Optional(
      oneOf(['relevance', 'newest', 'deadline', 'value'], {
        en: 'Default: with `q` by relevance, else the newest first. `relevance`: words of the title first, then of the CPV titles, the lots, the authority, the newest first among equals; `deadline`: soonest first, of those still to come; `value`: greatest estimated value in lei first, those without one last. The last two order the newest 5,000 matches.',
        ro: 'Implicit: cu `q` după relevanță, altfel cele mai noi întâi. `relevance`: întâi cuvintele din titlu, apoi din titlurile CPV, din loturi, din autoritate, între egale cele mai noi întâi; `deadline`: termenul cel mai apropiat întâi, dintre cele care urmează; `value`: cea mai mare valoare estimată în lei întâi, cele fără valoare la urmă. Ultimele două ordonează cele mai noi 5.000 de rezultate.',
      }),
    ),
    facets: field(
      Type.Boolean({
        default: false,
      }),
      {
        en: 'Whether `meta.facets` counts the matches by county, CPV division, procedure and estimated value. Costs a read of its own: ask for it once, with the first page.',
        ro: 'Dacă `meta.facets` numără rezultatele pe județ, diviziune CPV, procedură și valoare estimată. Costă o citire în plus: cereți-o o singură dată, cu prima pagină.',
      },
    ),
    limit: Limit(50, 20),
    offset: Offset,
    cursor: Cursor,
  },
  closed,
);

const paging = { limit: Limit(200, 50), offset: Offset, cursor: Cursor };

export const notices = (context: ProcurementContext) => ({
  searchTenders: endpoint({
    path: '/api/sicap/tenders/search',
    access: 'pro+x402',
    price: 'list',
    fresh: '6h',
    title: { en: 'Search in notices', ro: 'Căutare în anunțuri' },
    about: {
      en: 'Notices by words, the most relevant first: those that have all words in the title, then with the CPV titles of the code and of those above it, then with the lots, then with the authority. Words match in any form (`pod`, `poduri`), without diacritics; the last one may be begun, "quoted words" stand one beside the other. `q` is also a notice number, the first 2 to 8 digits of a CPV code or the fiscal code of the authority; `meta.readAs` says what it was read as: digits that may be several of these are searched as all of them. All filters are combined.',
      ro: 'Anunțuri după cuvinte, cele mai relevante întâi: cele cu toate cuvintele în titlu, apoi împreună cu titlurile CPV ale codului și ale celor de deasupra lui, apoi cu loturile, apoi cu autoritatea. Cuvintele se potrivesc în orice formă (`pod`, `poduri`), fără diacritice; ultimul poate fi doar început, „cuvintele între ghilimele” stau unul lângă altul. `q` poate fi și un număr de anunț, primele 2 până la 8 cifre ale unui cod CPV sau codul fiscal al autorității; `meta.readAs` spune cum a fost citit: cifrele care pot fi mai multe dintre acestea se caută ca toate. Toate filtrele se aplică împreună.',
    },
    query: searchQuery,
    data: Type.Array(Notice),
    meta: Type.Object({
      readAs: Type.Optional(
        Type.Array(oneOf(readings, 'A meaning.'), {
          ...about({
            en: 'What `q` was read as; absent without `q`, empty where it has neither letters nor digits.',
            ro: 'Cum a fost citit `q`; lipsește fără `q`, gol când nu are nici litere, nici cifre.',
          }),
        }),
      ),
      facets: Type.Optional(NoticeFacets),
    }),
    examples: [
      { title: { en: 'By words', ro: 'După cuvinte' }, query: { q: 'lucrari', limit: '5' } },
      {
        title: { en: 'Still open, under a CPV prefix', ro: 'Încă deschise, sub un prefix CPV' },
        query: { cpv: '45', state: 'open', sort: 'deadline', limit: '5' },
      },
      {
        title: { en: 'With what the matches are made of', ro: 'Cu ce cuprind rezultatele' },
        query: { q: 'lucrari', facets: 'true', limit: '5' },
      },
    ],
    async handle(request, call) {
      if (request.from !== undefined && request.to !== undefined && request.from > request.to)
        throw wrongOrder('from', messages.procurement.isAfter({ last: 'to' }));
      const { deadlineFrom, deadlineTo } = request;
      if (deadlineFrom !== undefined && deadlineTo !== undefined && deadlineFrom > deadlineTo)
        throw wrongOrder('deadlineFrom', messages.procurement.isAfter({ last: 'deadlineTo' }));
      if (request.minValue !== undefined && request.maxValue !== undefined && request.minValue > request.maxValue)
        throw wrongOrder('minValue', messages.procurement.isAbove({ most: 'maxValue' }));
      const generation = call.dataset.manifest.id;
      // Facets belong to the first page, so cursors do not depend on them.
      const { facets: _facets, ...filters } = filtersOf(request);
      const scope = { path: '/api/sicap/tenders/search', query: filters, generation };
      return noticeRows(await searchNotices(request, scope, call, context), call, context);
    },
  }),

  getTender: endpoint({
    path: '/api/sicap/tender/{notice}',
    access: 'pro+x402',
    price: 'record',
    fresh: '6h',
    title: { en: 'One notice', ro: 'Un anunț' },
    about: { en: 'A notice with the state of its documentation.', ro: 'Un anunț cu starea documentației lui.' },
    params: Type.Object({ notice: NoticeNumber }, closed),
    data: Notice,
    examples: [
      { title: { en: 'A notice with lots', ro: 'Un anunț cu loturi' }, params: { notice: context.example.notice } },
    ],
    async handle(input, call) {
      const db = procurementOf(call.dataset);
      const row = await noticeNumbered(db, input.notice);
      if (!row) await assertLoaded(db, 'notice');
      if (!row)
        throw new ApiError(
          'NOT_FOUND',
          call.dataset.manifest.country === 'demo'
            ? messages.operations.inDemo({
                problem: messages.procurement.unknownNotice(input),
                example: context.example.notice,
              })
            : messages.procurement.unknownNotice(input),
        );
      const { data, meta } = await noticeRows({ rows: [row], meta: sourceMeta(call) }, call, context);
      return { data: data[0] as Notice, meta };
    },
  }),

  getProcedures: endpoint({
    path: '/api/sicap/procedures',
    access: 'pro+x402',
    price: 'list',
    fresh: '6h',
    title: { en: 'Newest procedures with documentation', ro: 'Cele mai noi proceduri cu documentație' },
    about: {
      en: 'Notices with documentation: first those with stored files, then those that are being collected or could not be fetched, then those that the source announces and that have not been queried yet; each newest first. A notice without any file is not among them. `total` counts the same notices.',
      ro: 'Anunțurile a căror documentație este aici sau pe drum: întâi cele cu fișiere, apoi cele în curs de preluare sau care nu s-au putut obține, apoi cele anunțate de sursă și neverificate încă; în fiecare grup, cele mai noi întâi. Un anunț la care o verificare nu a găsit niciun fișier nu este printre ele. `total` numără aceleași anunțuri.',
    },
    query: Type.Object(
      {
        state: Type.Optional(
          oneOf(procedureStates, {
            en: 'Only notices whose documentation is in this state.',
            ro: 'Numai anunțurile a căror documentație este în această stare.',
          }),
        ),
        ...paging,
      },
      closed,
    ),
    data: Type.Array(Notice),
    examples: [
      { title: { en: 'The newest', ro: 'Cele mai noi' }, query: { limit: '5' } },
      {
        title: { en: 'Whose files are all here', ro: 'Cu toate fișierele aici' },
        query: { state: 'available', limit: '5' },
      },
    ],
    async handle(request, call) {
      const scope = { path: '/api/sicap/procedures', query: { state: request.state, limit: request.limit } };
      return noticeRows(await procedures(request, scope, call, context), call, context);
    },
  }),

  getCompanyProcedures: endpoint({
    path: '/api/sicap/company/{cui}/procedures',
    access: 'pro+x402',
    price: 'list',
    fresh: '6h',
    title: { en: 'Procedures of a company', ro: 'Procedurile unei firme' },
    about: {
      en: 'Notices that the company published as contracting authority, and those that led to a contract with it as supplier, newest first. A fiscal code without any mention has an empty list.',
      ro: 'Anunțuri publicate de firmă ca autoritate contractantă și cele care au dus la un contract cu ea ca furnizor, cele mai noi întâi. Un cod fiscal fără nicio mențiune are o listă goală.',
    },
    params: Type.Object({ cui: Cui }, closed),
    query: Type.Object(paging, closed),
    data: Type.Array(Notice),
    examples: [
      {
        title: { en: 'A large authority', ro: 'O autoritate mare' },
        params: { cui: context.example.authority },
        query: { limit: '5' },
      },
    ],
    async handle({ cui, ...request }, call) {
      const walks = [
        noticeWalk(new Conditions().add('authority_id = ?', Number(cui))),
        { ...noticeWalk(new Conditions().add('cui = ?', Number(cui))), from: 'notice_winner' },
      ];
      const scope = { path: `/api/sicap/company/${cui}/procedures`, query: { limit: request.limit } };
      return noticeRows(await list<NoticeRow>('notice', walks, request, scope, call, context), call, context);
    },
  }),
});
