/**
 * Splits the text of an issue, as it comes out of the published PDF, into decisions: under each company's heading come its
 * numbers, then its decisions, each from its own heading to the next one. Running heads and page numbers are no text.
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

interface Piece {
  line: number;
  page: number | null;
  issue: GazetteIssue;
  companyName: string;
  /** What stands between the company's heading and its first decision. */
  about: string;
  title: string;
  text: string[];
  length: number;
}

class Splitter {
  anyRecord = false;
  #issue: GazetteIssue | null = null;
  #page: number | null = null;
  #masthead: string[] | null = [];
  #company: { name: string; about: string[] } | null = null;
  #piece: Piece | null = null;
  #afterBlank = true;
  #batch: Omit<Batch<GazetteRecord>, 'bytesRead'> = emptyBatch();

  line(line: string, at: number): void {
    const head = runningHead(line);
    if (startsMasthead(line)) {
      this.#close();
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
  }

  #turnPage({ page, ...issue }: GazetteIssue & { page: number | null }): void {
    const same =
      this.#issue?.number === issue.number && this.#issue.date === issue.date && this.#issue.bis === issue.bis;
    // A head without a number may stand twice on a page, or be missing on one: counting on would be guessing.
    this.#page = page;
    this.#masthead = null;
    if (same) return;
    this.#close();
    this.#issue = issue;
  }

  #readMasthead(line: string): void {
    const lines = this.#masthead ?? [];
    lines.push(line);
    const issue = masthead(lines);
    if (issue) {
      this.#issue = issue;
      this.#page = 1;
    }
    if (issue || lines.length > MASTHEAD_LINES_MAX) this.#masthead = null;
  }

  #read(line: string, at: number): void {
    const company = this.#afterBlank ? companyHeading(line) : null;
    if (company) {
      this.#close();
      this.#company = { name: company, about: [] };
    } else if (isDecisionHeading(line)) this.#open(line, at);
    else if (this.#piece) this.#goOn(this.#piece, line);
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
    this.#piece = {
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

  #goOn(piece: Piece, line: string): void {
    if (piece.text.length === 0 && continuesHeading(line)) piece.title += ` ${line}`;
    else if ((piece.text.length > 0 || line !== '') && piece.length <= TEXT_LENGTH_MAX) {
      piece.text.push(line);
      piece.length += line.length;
    }
  }

  #close(): void {
    if (this.#piece === null) return;
    this.#batch.records.push(recordOf(this.#piece));
    this.#batch.lines.push(this.#piece.line);
    this.anyRecord = true;
    this.#piece = null;
  }
}

const emptyBatch = (): Omit<Batch<GazetteRecord>, 'bytesRead'> => ({ records: [], lines: [], skips: [] });

function recordOf({ issue, page, companyName, about, title, text }: Piece): GazetteRecord {
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

/** Words that a line end divides are put together again. */
const unhyphenated = (text: string): string => text.replace(/(\p{L})-\n(\p{Ll})/gu, '$1$2');
