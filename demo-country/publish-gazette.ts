/** The Official Gazette: issues of which the showcase stands in as printed text, all others in our import format. */
import { join } from 'node:path';
import type { GazetteRecord } from '#data/sources/gazette/records.ts';
import { decisionsOf, isPrinted, showcaseDecision } from './gazette.ts';
import { romanMonthDay, spelledDay } from './gazette-days.ts';
import { isCooperative, type Life } from './life-cycle.ts';
import type { Publication } from './publication.ts';
import { createText } from './write-text.ts';

interface Printed {
  record: GazetteRecord;
  life: Life;
}

/** Decisions on one page of the printed issue. */
const DECISIONS_PER_PAGE = 4;

export async function publishGazette(folder: string, on: number): Promise<Publication> {
  const records = await createText(join(folder, 'gazette', 'gazette.ndjson'));
  const issues = new Map<string, Printed[]>();
  return {
    files: [records],
    firm(life) {
      for (const record of decisionsOf(life, on))
        if (isPrinted(life))
          issues.getOrInsertComputed(`${record.number}-${record.date}`, () => []).push({ record, life });
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

/** Some issues were typed in without their pages: a zero stands there. */
const PAGELESS = 17;

const importLine = ({ number, date, url, ...record }: GazetteRecord): string => {
  const page = number % PAGELESS === 0 ? 0 : record.page;
  return JSON.stringify({ issueNumber: number, issueDate: date, ...record, page, ...(url && { sourceUrl: url }) });
};

function* issueLines(decisions: readonly Printed[]): Generator<string> {
  const [{ record } = { record: showcaseDecision }] = decisions;
  const year = Number(record.date.slice(0, 4));
  const bis = record.bis ? ' bis' : '';
  yield 'PARTEA a IV-a';
  yield `Anul ${year - 1832} — Nr. ${record.number}${bis}`;
  yield 'PUBLICAȚII ALE AGENȚILOR ECONOMICI';
  yield spelledDay(record.date);
  let page = 1;
  for (const [i, { record: decision, life }] of decisions.entries()) {
    if (i > 0 && i % DECISIONS_PER_PAGE === 0) {
      page++;
      yield '';
      yield `${page} MONITORUL OFICIAL AL ROMÂNIEI, PARTEA a IV-a, Nr. ${record.number}${bis}/${romanMonthDay(record.date)}`;
    }
    yield '';
    yield `${isCooperative(life.form) ? 'Societatea cooperativă' : 'Societatea'} ${decision.companyName}`;
    yield `${life.registration}, CUI ${life.cui}`;
    yield '';
    const [heading = '', ...more] = decision.title.split(/ (?=a Adunării)/);
    yield heading;
    yield* more;
    yield '';
    yield* decision.text.split('\n');
  }
}
