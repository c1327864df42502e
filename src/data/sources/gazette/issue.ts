/**
 * Splits the text of an issue, extracted from the published PDF, into decisions. A company's heading is followed by its numbers and its
 * decisions, each from its own heading to the next one. Running heads and page numbers are left out.
 */

import { type Input, readLines } from '#data/sources/lines.ts';
import type { Batch } from '#data/sources/text-table.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { parseCui } from '#lib/values/cui.ts';
import { parseRegistrationNumber } from '#lib/values/registration-number.ts';
import { clean } from '#lib/values/text.ts';
import {
  companyHeading,
  continuesHeading,
  fiscalCodeIn,
  isDecisionHeading,
  masthead,
  registrationIn,
  runningHead,
  startsMasthead,
} from './headings.ts';
import { type GazetteIssue, type GazetteRecord, kindOf, TEXT_LENGTH_MAX } from './records.ts';

const EXPECTED =
  'the text of an issue with its masthead or running heads, and headings of decisions under those of companies';

/** More decisions than these do not fit on a first page: the text has no running heads. */
const FIRST_PAGE_MAX = 100;
/** Lines in which a masthead must be complete. */
const MASTHEAD_LINES_MAX = 30;

export async function* readIssue(input: Input): AsyncGenerator<Batch<GazetteRecord>> {
  const splitter = new Splitter();
  let bytesReadAll = 0;
  for await (const { first, lines, bytesRead } of readLines(input.bytes)) {
    for (const [i, line] of lines.entries()) splitter.line(clean(line) ?? '', first + i);
    bytesReadAll = bytesRead;
    yield splitter.take(bytesRead);
  }
  splitter.end();
  if (!splitter.anyRecord) throw new WrongShape(input.name, EXPECTED, 'no decision');
  yield splitter.take(bytesReadAll);
}

interface Decision {
  line: number;
  page: number | null;
  issue: GazetteIssue;
  companyName: string;
  /** The lines between the company's heading and its first decision. */
  about: string;
  title: string;
  text: string[];
  length: number;
}

class Splitter {
  anyRecord = false;
  #issue: GazetteIssue | null = null;
  #page: number | null = null;
  /** Decisions between a masthead and the first running head, which proves that they are on page 1. */
  #firstPage: Decision[] | null = null;
  #masthead: string[] | null = [];
  #company: { name: string; about: string[] } | null = null;
  #decision: Decision | null = null;
  #afterBlank = true;
  #batch: Omit<Batch<GazetteRecord>, 'bytesRead'> = emptyBatch();

  line(line: string, at: number): void {
    const head = runningHead(line);
    if (startsMasthead(line)) {
      this.#close();
      this.#endFirstPage(null);
      this.#company = null;
      this.#masthead = [];
    }
    if (head) this.#turnPage(head);
    else if (this.#masthead) this.#readMasthead(line);
    else if (!/^[0-9]{1,4}$/.test(line)) this.#read(line, at); // else a page number
  }

  take(bytesRead: number): Batch<GazetteRecord> {
    const batch = { ...this.#batch, bytesRead };
    this.#batch = emptyBatch();
    return batch;
  }

  end(): void {
    this.#close();
    this.#endFirstPage(null);
  }

  #turnPage({ page, ...issue }: GazetteIssue & { page: number | null }): void {
    const same =
      this.#issue?.number === issue.number && this.#issue.date === issue.date && this.#issue.bis === issue.bis;
    if (!same) this.#close();
    else if (this.#firstPage && this.#decision) this.#decision.page = 1;
    this.#endFirstPage(same ? 1 : null);
    // Pages are not counted: a head without a number may be repeated or missing.
    this.#page = page;
    this.#masthead = null;
    if (!same) this.#issue = issue;
  }

  #readMasthead(line: string): void {
    const lines = this.#masthead ?? [];
    lines.push(line);
    const issue = masthead(lines);
    if (issue) {
      this.#issue = issue;
      this.#page = null;
      this.#firstPage = [];
    }
    if (issue || lines.length > MASTHEAD_LINES_MAX) this.#masthead = null;
  }

  #read(line: string, at: number): void {
    const company = this.#afterBlank ? companyHeading(line) : null;
    if (company) {
      this.#close();
      this.#company = { name: company, about: [] };
    } else if (isDecisionHeading(line)) this.#open(line, at);
    else if (this.#decision) this.#append(this.#decision, line);
    else this.#company?.about.push(line);
    this.#afterBlank = line === '';
  }

  #open(title: string, at: number): void {
    this.#close();
    if (this.#company === null || this.#issue === null) {
      const reason = this.#issue === null ? 'decision before a masthead' : 'decision without a company';
      this.#batch.skips.push({ line: at, reason, found: title });
      return;
    }
    const { name, about } = this.#company;
    this.#decision = {
      line: at,
      page: this.#page,
      issue: this.#issue,
      companyName: name,
      about: about.join('\n'),
      title,
      text: [],
      length: 0,
    };
  }

  #append(decision: Decision, line: string): void {
    if (decision.text.length === 0 && continuesHeading(line)) decision.title += ` ${line}`;
    else if ((decision.text.length > 0 || line !== '') && decision.length <= TEXT_LENGTH_MAX) {
      decision.text.push(line);
      decision.length += line.length;
    }
  }

  #close(): void {
    if (this.#decision === null) return;
    this.anyRecord = true;
    if (this.#firstPage && this.#firstPage.push(this.#decision) > FIRST_PAGE_MAX) this.#endFirstPage(null);
    else if (!this.#firstPage) this.#emit(this.#decision);
    this.#decision = null;
  }

  #endFirstPage(page: 1 | null): void {
    for (const decision of this.#firstPage ?? []) this.#emit({ ...decision, page });
    this.#firstPage = null;
  }

  #emit(decision: Decision): void {
    this.#batch.records.push(recordOf(decision));
    this.#batch.lines.push(decision.line);
  }
}

const emptyBatch = (): Omit<Batch<GazetteRecord>, 'bytesRead'> => ({ records: [], lines: [], skips: [] });

function recordOf({ issue, page, companyName, about, title, text }: Decision): GazetteRecord {
  const body = unhyphenated(text.join('\n')).trim().slice(0, TEXT_LENGTH_MAX);
  const stated = `${about}\n${body}`;
  return {
    ...issue,
    page,
    kind: kindOf(title),
    companyName,
    registrationNumber: parseRegistrationNumber(registrationIn(stated) ?? ''),
    cui: parseCui(fiscalCodeIn(stated) ?? ''),
    title,
    text: body,
    url: null,
  };
}

/** Joins words that a line end divides. */
const unhyphenated = (text: string): string => text.replace(/(\p{L})-\n(\p{Ll})/gu, '$1$2');
