/** The simulated Official Gazette: decisions of firms, and the issues that publish them. */

import { join } from 'node:path';
import { type GazetteRecord, kindOf } from '#data/sources/gazette/records.ts';
import { bankDays, dayNumber, dayText, entryOn, firstDayOf, romanMonthDay, spelledDay, yearOfDay } from './days.ts';
import { type Entity, isCooperative, isIndividual } from './entity.ts';
import * as texts from './gazette-texts.ts';
import { dottedForm } from './names.ts';
import { pick, type Random, random, waitDays, within } from './random.ts';
import { firmCases } from './showcase.ts';
import { STATUS } from './statuses.ts';
import { createText, type Publication } from './write-text.ts';

/** Share of companies old enough that publish; 15 % of all firms. Individual traders publish nothing. */
const PUBLISHING_SHARE = 0.325;
/** Days from one publication to the next, on average. */
const GAP_DAYS = { first: 500, next: 3_600, showcase: 330 };
/** The showcase shares a few issues a year, so that each issue has several decisions. */
const SHOWCASE_ISSUE_DAYS = 91;
/** Older issues are not published as text. */
const FIRST_DAY = dayNumber('2012-01-03');
const ISSUES_PER_DAY = 20;
const BIS_SHARE = 0.04;

export const isShowcase = (entity: Entity): boolean => entity.index < firmCases.length;

/** Showcase firms are in printed issues, except the state's supplier, whose decisions are imported with their address. */
const isPrinted = (entity: Entity): boolean =>
  isShowcase(entity) && entity.index !== firmCases.indexOf('stateSupplier');

/** Its decisions up to a day, oldest first. */
export function decisionsOf(entity: Entity, on: number): GazetteRecord[] {
  if (entity.registration === null || isIndividual(entity.form)) return [];
  const roll = random(entity.world.seed, entity.index, 'gazette');
  const publishes = roll() < PUBLISHING_SHARE;
  if (!isShowcase(entity)) return publishes ? drawDecisions(entity, on) : [];
  const own = entity.index === 0 ? [showcaseDecision] : [];
  return [...own, ...drawDecisions(entity, on)].toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

/** Each draw has its own random stream, so that a later day only adds to the list. */
function drawDecisions(entity: Entity, on: number): GazetteRecord[] {
  const records: GazetteRecord[] = [];
  const until = Math.min(on, entity.closedOn ?? on);
  const gap = isShowcase(entity) ? GAP_DAYS.showcase : GAP_DAYS.next;
  let day = Math.max(entity.registeredOn + 45, FIRST_DAY);
  for (let n = 0; ; n++) {
    const roll = random(entity.world.seed, entity.index, `gazette ${n}`);
    day += waitDays(roll(), n === 0 ? Math.min(gap, GAP_DAYS.first) : gap);
    const dueOn = isShowcase(entity) ? day + SHOWCASE_ISSUE_DAYS - (day % SHOWCASE_ISSUE_DAYS) : day;
    if (dueOn > until) return records;
    records.push(recordOf(entity, issueDay(dueOn), roll));
  }
}

/** The Gazette comes out on working days. */
const issueDay = (dueOn: number): number => bankDaysOf(yearOfDay(dueOn)).findLast((day) => day <= dueOn) ?? dueOn;

const years = new Map<number, number[]>();
const bankDaysOf = (year: number): number[] => years.getOrInsertComputed(year, () => bankDays(year));

function recordOf(entity: Entity, day: number, roll: Random): GazetteRecord {
  const name = dottedForm(entryOn(entity.names, day).value);
  const { locality, street, number } = entryOn(entity.addresses, day).value;
  const seat = [`${locality.name}, județul ${locality.county.name}`, street, number && `nr. ${number}`]
    .filter(Boolean)
    .join(', ');
  const { title, text } = eventOn(entity, day, roll)({ entity, name, seat, day, roll });
  // Older texts carry the register's number alone, some nothing but the name.
  const completeness = roll();
  const issue = dayOfYear(day) * ISSUES_PER_DAY + within(roll(), 1, ISSUES_PER_DAY);
  return {
    part: 'IV',
    number: isShowcase(entity) ? dayOfYear(day) * ISSUES_PER_DAY + 1 : issue,
    bis: !isShowcase(entity) && roll() < BIS_SHARE,
    date: dayText(day),
    page: within(roll(), 2, 31),
    kind: kindOf(title),
    companyName: name,
    registrationNumber: completeness < 0.9 ? entity.registration : null,
    cui: completeness < 0.7 && entity.cuiPublished ? entity.cui : null,
    title,
    text,
    url: isPrinted(entity) ? null : addressOf(day, issue),
  };
}

/** Under a reserved domain. */
const addressOf = (day: number, issue: number): string =>
  `https://monitorul-oficial.example/partea-iv/${yearOfDay(day)}/${issue}.pdf`;

const dayOfYear = (day: number): number => day - firstDayOf(yearOfDay(day));

/** The latest event of the firm, or an ordinary decision. */
function eventOn(entity: Entity, day: number, roll: Random) {
  const status = entryOn(entity.statuses, day).value;
  if (status.includes(STATUS.dissolution)) return texts.dissolution;
  if (status.includes(STATUS.insolvency)) return texts.insolvency;
  if (entryOn(entity.addresses, day).from > entity.registeredOn && roll() < 0.4) return texts.seatMoved;
  if (entryOn(entity.names, day).from > entity.registeredOn && roll() < 0.4) return texts.renamed;
  return pick([texts.accounts, texts.capital, texts.manager, texts.summons, texts.activities], roll());
}

/** The giant's best-known decision, the same in every country: the example of the documentation. */
export const showcaseDecision: GazetteRecord = {
  part: 'IV',
  number: 2104,
  bis: false,
  date: '2024-05-21',
  page: 12,
  kind: 'shareholdersDecision',
  companyName: 'ZIMBRUL AURIU INDUSTRII S.A.',
  registrationNumber: null,
  cui: null,
  title: 'HOTĂRÂREA nr. 3 din data de 29 aprilie 2024 a Adunării generale ordinare a acționarilor',
  text: [
    'Acționarii societății ZIMBRUL AURIU INDUSTRII S.A., întruniți legal și statutar la prima convocare, cu votul deținătorilor a 87% din capitalul social,',
    'au hotărât:',
    'Art. 1. Se aprobă situațiile financiare anuale ale exercițiului încheiat la 31 decembrie 2023.',
    'Art. 2. Se aprobă distribuirea unui dividend brut de 0,85 lei pe acțiune, plătibil până la 30 septembrie 2024.',
    'Art. 3. Se aprobă programul de investiții al anului 2024: linia de montaj a pompelor din Brașov și depozitul din Feldioara.',
    'Art. 4. Se descarcă de gestiune membrii consiliului de administrație.',
    'Prezenta hotărâre se va publica în Monitorul Oficial al României, Partea a IV-a.',
  ].join('\n'),
  url: null,
};

interface PrintedDecision {
  record: GazetteRecord;
  entity: Entity;
}

/** Decisions on one page of the printed issue. */
const DECISIONS_PER_PAGE = 4;

export async function publishGazette(folder: string, on: number): Promise<Publication> {
  const records = await createText(join(folder, 'gazette', 'gazette.ndjson'));
  const issues = new Map<string, PrintedDecision[]>();
  return {
    files: [records],
    firm(entity) {
      for (const record of decisionsOf(entity, on))
        if (isPrinted(entity))
          issues.getOrInsertComputed(`${record.number}-${record.date}`, () => []).push({ record, entity });
        else records.line(importLine(record));
    },
    async end() {
      for (const [name, decisions] of issues) {
        const file = await createText(join(folder, 'gazette', `monitorul-oficial-IV-${name}.txt`), { lineEnd: '\r\n' });
        for (const line of issueLines(decisions)) file.line(line);
        await file.close();
      }
    },
  };
}

/** One issue in so many has a zero instead of its pages. */
const PAGELESS = 17;

const importLine = ({ number, date, url, ...record }: GazetteRecord): string => {
  const page = number % PAGELESS === 0 ? 0 : record.page;
  return JSON.stringify({ issueNumber: number, issueDate: date, ...record, page, ...(url && { sourceUrl: url }) });
};

function* issueLines(decisions: readonly PrintedDecision[]): Generator<string> {
  const [{ record } = { record: showcaseDecision }] = decisions;
  const year = Number(record.date.slice(0, 4));
  const bis = record.bis ? ' bis' : '';
  yield 'PARTEA a IV-a';
  yield `Anul ${year - 1832} — Nr. ${record.number}${bis}`;
  yield 'PUBLICAȚII ALE AGENȚILOR ECONOMICI';
  yield spelledDay(record.date);
  const runningHead = (page: number): string =>
    `${page} MONITORUL OFICIAL AL ROMÂNIEI, PARTEA a IV-a, Nr. ${record.number}${bis}/${romanMonthDay(record.date)}`;
  for (const [i, { record: decision, entity }] of decisions.entries()) {
    if (i > 0 && i % DECISIONS_PER_PAGE === 0) yield* ['', runningHead(1 + i / DECISIONS_PER_PAGE)];
    yield '';
    yield `${isCooperative(entity.form) ? 'Societatea cooperativă' : 'Societatea'} ${decision.companyName}`;
    yield `${entity.registration}, CUI ${entity.cui}`;
    yield '';
    const [heading = '', ...more] = decision.title.split(/ (?=a Adunării)/);
    yield heading;
    yield* more;
    yield '';
    yield* decision.text.split('\n');
  }
  // The last page has the imprint only.
  yield* ['', runningHead(1 + Math.ceil(decisions.length / DECISIONS_PER_PAGE))];
}
