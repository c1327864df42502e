/** A notice that begins a procedure, with the state of its documentation: its shape, built from its row. */

import { Type } from 'typebox';
import type { Call } from '#api/endpoint.ts';
import { parsedAs, withPatternMessage } from '#api/parameters.ts';
import { type Translate, translator } from '#lib/i18n/message.ts';
import { about, closed, field, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { bucharestDay } from '#lib/values/date.ts';
import { msOf } from '#lib/values/instant.ts';
import { messages } from '#locales/messages.ts';
import { type SupplierRow, supplierParty } from './contract.ts';
import { Cpv, cpvOf } from './cpv.ts';
import { type AnnouncedLot, Lot, noticeLots } from './lot.ts';
import { Appeal, Award, type AwardedRow, outcomeOf, PlanLine } from './notice-award.ts';
import { noticeStateOf, noticeStates, procedureTypeOf, procedureTypes } from './notice-words.ts';
import { Party } from './party.ts';
import { noticePage } from './public-pages.ts';
import { dealEstimate, estimateFields } from './published-value.ts';
import { authorityOf } from './purchase.ts';

export interface NoticeRow {
  key: number;
  notice: string;
  system_id: number | null;
  type: string;
  title: string;
  authority_code: string | null;
  authority_cui: number | null;
  authority_name: string;
  authority_county: string | null;
  cpv: string | null;
  cpv_title: string | null;
  estimated_value: number | null;
  currency: string;
  procedure_type: string | null;
  published_at: string | null;
  day: string;
  /** The day, and seconds into it where the hour is known: the order of lists. */
  moment: string;
  deadline_at: string | null;
  state: string | null;
  /** JSON. */
  lots: string;
  has_documents: number | null;
  /** JSON; null where it was not read. */
  general: string | null;
}

export const NoticeNumber = parsedAs(
  withPatternMessage(
    field(
      Type.String({
        pattern: '^[A-Za-z]{1,6}[0-9]{1,12}$|^[0-9]{4,12}$',
        examples: ['CN1062325'],
      }),
      {
        en: 'Notice number: up to six letters and digits, any case; until 2018 four digits or more without letters.',
        ro: 'Numărul anunțului: până la șase litere și cifre, mari sau mici; până în 2018 patru cifre sau mai multe, fără litere.',
      },
    ),
    messages.procurement.noticeNumber(),
  ),
  (text) => text.toUpperCase(),
);

/** The stored state of a documentation, from the collector. */
export interface StoredDocumentation {
  state: 'none' | 'announced' | 'collecting' | 'available' | 'partial' | 'failed' | 'withdrawn' | 'superseded';
  /** ISO instant. */
  since: string;
  /** Documents of the version, as the lists name them. */
  documentsCount: number;
  /** Null before the first. */
  version: number | null;
}

/** By notice number; without notices never checked. */
export type StoredDocumentations = ReadonlyMap<string, StoredDocumentation>;

/** Lists of notices with stored or checked files; newest first: (moment, notice) descending. */
export interface DocumentationLists {
  places(
    question: DocumentationFilter,
    after: DocumentationPosition | null,
    skip: number,
    limit: number,
  ): Promise<readonly DocumentationPosition[]>;
  /** At most `max`. */
  count(question: DocumentationFilter, max: number): Promise<number>;
  /** Numbers of all checked notices, as a JSON list. */
  looked(): Promise<string>;
}

interface DocumentationFilter {
  /** Whether files were ever collected. */
  hasFiles: boolean;
  states: readonly ('available' | 'partial' | 'collecting' | 'failed')[];
}

interface DocumentationPosition {
  moment: string;
  notice: string;
}

const Documentation = Type.Object(
  {
    state: oneOf(
      ['none', 'announced', 'collecting', 'available', 'partial', 'failed', 'withdrawn', 'superseded', 'unknown'],
      {
        en: '`announced`: the source states that there are files, which have not been collected yet; `none`: the source lists no file; `unknown`: the source of this notice does not state it.',
        ro: '`announced`: sursa anunță fișiere care nu au fost colectate încă; `none`: sursa nu enumeră niciun fișier; `unknown`: sursa acestui anunț nu precizează.',
      },
    ),
    since: orNull(Type.String(), { en: 'Start day, where known.', ro: 'Ziua de început, unde este cunoscută.' }),
    documentsCount: orNull(Type.Integer(), {
      en: 'Documents that this version lists, including those that could not be fetched; null before the lists were read.',
      ro: 'Documentele enumerate de această versiune, și cele care nu s-au putut obține; null înainte de citirea listelor.',
      heading: { en: 'Documents', ro: 'Număr de documente' },
    }),
    version: orNull(Type.Integer(), {
      en: 'Version of the documentation, from 1: the newest that we began to collect; null before the first.',
      ro: 'Versiunea documentației, de la 1: cea mai nouă pe care am început să o adunăm; null înainte de prima.',
    }),
  },
  {
    ...closed,
    title: 'NoticeDocumentation',
    ...about({
      en: 'The state of its documentation.',
      ro: 'Starea documentației.',
      heading: { en: 'Documentation', ro: 'Documentație' },
    }),
  },
);

export const Notice = Type.Object(
  {
    notice: field(Type.String({ examples: ['CN1062325'] }), { en: 'Notice number.', ro: 'Numărul anunțului.' }),
    type: field(Type.String(), {
      en: 'Kind of notice: CN, SCN, RFQ, DC, PC …',
      ro: 'Felul anunțului: CN, SCN, RFQ, DC, PC …',
      heading: { en: 'Type', ro: 'Tip' },
    }),
    title: field(Type.String(), {
      en: 'Title as published; exports before 2023 have none: the CPV title or the number replaces it.',
      ro: 'Titlul așa cum a fost publicat; exporturile dinainte de 2023 nu au: îi ține locul titlul CPV sau numărul.',
    }),
    authority: Party,
    cpv: orNull(Cpv, { en: 'Main object.', ro: 'Obiectul principal.' }),
    ...estimateFields({ en: 'Estimated value in `currency`.', ro: 'Valoarea estimată în `currency`.' }),
    currency: field(Type.String({ examples: ['RON'] }), { en: 'Currency.', ro: 'Moneda.' }),
    procedureType: orNull(Type.String(), {
      en: 'Kind of procedure as published.',
      ro: 'Felul procedurii, așa cum a fost publicat.',
    }),
    procedureTypeCode: orNull(oneOf(procedureTypes, { en: 'A stable code.', ro: 'Un cod care rămâne același.' }), {
      en: 'The same as a code: spellings, additions such as “accelerata” and text in brackets make no difference. `other` for unknown words; null when the source states nothing.',
      ro: 'Același lucru ca un cod: scrierea, adaosurile precum „accelerata” și ce stă în paranteze nu contează. `other` pentru cuvinte necunoscute; null când sursa nu precizează nimic.',
      heading: { en: 'Code of the procedure', ro: 'Cod tip procedură' },
    }),
    procedureTypeLabel: orNull(Type.String(), {
      en: 'The code in words; for `other` the source’s own.',
      ro: 'Codul în cuvinte; pentru `other`, cuvintele sursei.',
      heading: { en: 'Procedure', ro: 'Procedura' },
    }),
    publishedAt: orNull(Type.String(), { en: 'Day of publication.', ro: 'Ziua publicării.' }),
    publishedTime: orNull(Type.String(), {
      en: 'Instant of publication, where the source has the hour.',
      ro: 'Momentul publicării, unde sursa are ora.',
    }),
    deadlineAt: orNull(Type.String(), {
      en: 'Until when tenders are received, ISO instant; null when the source does not say.',
      ro: 'Până când se primesc oferte, moment ISO; null când sursa nu precizează.',
      heading: { en: 'Deadline', ro: 'Termen-limită' },
    }),
    state: orNull(Type.String(), { en: 'State as published.', ro: 'Starea, așa cum a fost publicată.' }),
    stateCode: orNull(oneOf(noticeStates, { en: 'A stable code.', ro: 'Un cod care rămâne același.' }), {
      en: 'The same as a code; `other` for unknown words, null when the source states nothing. `open` states whether tenders are still accepted.',
      ro: 'Aceeași, ca un cod; `other` pentru cuvinte necunoscute, null când sursa nu precizează nimic. `open` arată dacă se mai primesc oferte.',
      heading: { en: 'State code', ro: 'Cod stare' },
    }),
    stateLabel: orNull(Type.String(), {
      en: 'The code in words; for `other` the source’s own.',
      ro: 'Codul în cuvinte; pentru `other`, cuvintele sursei.',
      heading: { en: 'State in words', ro: 'Starea procedurii' },
    }),
    open: orNull(Type.Boolean(), {
      en: 'Whether tenders are still received; null when the deadline is unknown.',
      ro: 'Dacă se mai primesc oferte; null când termenul nu se cunoaște.',
      heading: { en: 'Open', ro: 'Deschis' },
    }),
    lots: orNull(Type.Array(Lot), {
      en: 'Lots; empty when it has none, null when the source does not list them.',
      ro: 'Loturi; gol când nu are, null când sursa nu le enumeră.',
    }),
    award: orNull(Award, {
      en: 'What came of the procedure, as far as the loaded contracts and the procurement system tell. Null when neither tells, as before the award; `stateCode` may be `awarded` all the same.',
      ro: 'Ce a rezultat din procedură, din contractele încărcate și din sistemul de achiziții. Null când niciuna nu spune, ca înainte de atribuire; `stateCode` poate fi totuși `awarded`.',
      heading: { en: 'Award', ro: 'Atribuire' },
    }),
    appeals: orNull(Type.Array(Appeal), {
      en: 'Appeals against it, as the procurement system stated them when the notice came out and at each change of its state since; empty when there were none. Null where this was not read, as for exports.',
      ro: 'Contestațiile, așa cum le preciza sistemul de achiziții la apariția anunțului și la fiecare schimbare a stării de atunci; gol când nu erau. Null unde nu s-a citit, ca la exporturi.',
      heading: { en: 'Appeals', ro: 'Contestații' },
    }),
    plan: orNull(PlanLine, {
      en: 'Its line in the annual procurement plan of the authority; null where not stated or not read.',
      ro: 'Linia din planul anual al achizițiilor autorității; null unde nu este precizată sau nu s-a citit.',
      heading: { en: 'Annual plan', ro: 'Plan anual' },
    }),
    county: orNull(Type.String(), {
      en: 'County of the authority, where known.',
      ro: 'Județul autorității, unde se știe.',
    }),
    documentation: Documentation,
    url: orNull(Type.String(), {
      en: 'Its page in the procurement system; null where unknown, as for records that only exports have. In the demo a name, `urn:firmoteca:demo:…`: its invented data was never published.',
      ro: 'Pagina lui din sistemul de achiziții; null unde nu se cunoaște, ca la datele care apar doar în exporturi. În demonstrație un nume, `urn:firmoteca:demo:…`: datele inventate nu au fost publicate niciodată.',
    }),
  },
  { ...closed, title: 'Notice' },
);
export type Notice = Static<typeof Notice>;

/** What answers tell of several notices besides their rows. */
export interface NoticesBeside {
  names: Map<number, string>;
  documentations: StoredDocumentations;
  /** By the number of the notice. */
  awarded: ReadonlyMap<string, readonly AwardedRow[]>;
  /** By the key of the contract. */
  suppliers: ReadonlyMap<number, readonly SupplierRow[]>;
}

export const notice = (
  row: NoticeRow,
  { names, documentations, awarded, suppliers }: NoticesBeside,
  { now, dataset, language }: Call,
): Notice => ({
  notice: row.notice,
  type: row.type,
  title: row.title,
  authority: authorityOf(row, names),
  cpv: cpvOf(row.cpv, row.cpv_title),
  ...dealEstimate(row.estimated_value),
  currency: row.currency,
  procedureType: row.procedure_type,
  ...procedureFields(row.procedure_type, translator(language)),
  publishedAt: row.day || null,
  publishedTime: row.published_at,
  deadlineAt: row.deadline_at,
  state: row.state,
  ...stateFields(row.state, translator(language)),
  open: row.deadline_at === null ? null : Date.parse(row.deadline_at) > now && !CLOSED.test(row.state ?? ''),
  lots: noticeLots(JSON.parse(row.lots) as AnnouncedLot[] | null, () =>
    (awarded.get(row.notice) ?? []).map(({ key, lots, cancelled_lots }) => ({
      lots,
      cancelledLots: cancelled_lots,
      suppliers: (suppliers.get(key) ?? []).map((one) => supplierParty(one, names)),
    })),
  ),
  ...outcomeOf(row, { awarded: awarded.get(row.notice) ?? [], suppliers, names, dataset }),
  county: row.authority_county,
  documentation: documentationOf(row, documentations.get(row.notice)),
  url: noticePage(dataset, row.type, row.system_id),
});

/** Before the first check, the notice's own statement counts. */
function documentationOf(row: NoticeRow, stored: StoredDocumentation | undefined): Notice['documentation'] {
  if (stored)
    return {
      state: stored.state,
      since: bucharestDay(msOf(stored.since)),
      documentsCount: stored.version === null && stored.state !== 'none' ? null : stored.documentsCount,
      version: stored.version,
    };
  return {
    state: row.has_documents === null ? 'unknown' : row.has_documents === 1 ? 'announced' : 'none',
    since: row.has_documents === 1 ? row.day || null : null,
    documentsCount: null,
    version: null,
  };
}

/** Unknown texts are passed on unchanged. */
function procedureFields(published: string | null, t: Translate) {
  const code = procedureTypeOf(published);
  return {
    procedureTypeCode: code,
    procedureTypeLabel: labelOf(code, published, (knownCode) => t(messages.procedureTypes[knownCode]())),
  };
}

function stateFields(published: string | null, t: Translate) {
  const code = noticeStateOf(published);
  return {
    stateCode: code,
    stateLabel: labelOf(code, published, (knownCode) => t(messages.noticeStates[knownCode]())),
  };
}

const labelOf = <Code extends string>(
  code: Code | null,
  published: string | null,
  label: (knownCode: Exclude<Code, 'other'>) => string,
): string | null => (code === null || code === 'other' ? code && published : label(code as Exclude<Code, 'other'>));

/** Awarded or cancelled before its deadline. */
const CLOSED = /^(atribuit|anulat|suspendat)/i;
