/**
 * Imports the published pages and lists of treasury accounts into the file that the service reads when it starts, and downloads these pages
 * and lists into a folder for the import.
 */
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '#data/sources/client.ts';
import { decodeText, fileInput } from '#data/sources/lines.ts';
import { localityOf, parseCountyPage } from '#data/sources/treasury/county-page.ts';
import { fetchCountyPage, fetchTreasuryIndex, fetchTreasuryList } from '#data/sources/treasury/fetch.ts';
import { readTreasuryIbans, type TreasuryIbanRecord, treasuryIbanLines } from '#data/sources/treasury/iban-file.ts';
import { parseIbanList, type WholeList } from '#data/sources/treasury/iban-list.ts';
import type { TreasuryLink } from '#data/sources/treasury/index-page.ts';
import type { PdfProblem, PdfReader } from '#lib/readers/pdf/text.ts';
import type { WholeOutcome } from '#lib/safe-fetch/outcome.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { findCounty } from '#lib/values/county.ts';
import { readReference } from '#lib/values/reference-tables.ts';
import { type Acceptance, assertNotShrunk, assertUnderstood, WHOLE_ONLY } from './completeness.ts';

/** In the data folder; replaces the list that ships with the code. */
const FILE = 'treasury-ibans.csv';
const PAGE = /\.html?$/i;
/** The county's unit, then the treasury's; a PDF as published, or its text. */
const LIST = /^iban_TREZ([0-9]{3})_TREZ([0-9]{3})\.(pdf|txt)$/i;

export interface TreasuryImport {
  pages: number;
  lists: number;
  ibans: number;
  /** `iban_TREZ001_TREZ002.pdf, line 12: wrong check digits` */
  skipped: string[];
  /** Lists without a day: their accounts have none either. */
  undated: string[];
  /** Files of the wrong shape, with the expected and the actual one; if there are any, nothing is stored. */
  wrong: string[];
}

/** Null when the operator has imported none. */
export function importedTreasuries(dataFolder: string): AsyncIterable<TreasuryIbanRecord[]> | null {
  const path = join(dataFolder, FILE);
  return existsSync(path) ? recordsOf(path) : null;
}

async function* recordsOf(path: string): AsyncGenerator<TreasuryIbanRecord[]> {
  for await (const { records } of readTreasuryIbans(fileInput(path))) yield records;
}

/** Reads everything in the folder, then replaces the file as a whole. */
export async function importTreasuries(
  folder: string,
  dataFolder: string,
  reader: PdfReader,
  accept: Acceptance = WHOLE_ONLY,
): Promise<TreasuryImport> {
  const names = (await readdir(folder)).toSorted();
  const pages = names.filter((name) => PAGE.test(name));
  const wrong: string[] = [];
  const units = await unitsOf(folder, pages, wrong);
  const records = new Map<string, TreasuryIbanRecord>();
  const skipped: string[] = [];
  const undated: string[] = [];
  const lists = names.filter((name) => LIST.test(name));
  for (const name of names)
    if (!PAGE.test(name) && !LIST.test(name) && !name.startsWith('.'))
      skipped.push(`${name}: neither a county page (Alba.htm) nor a list (iban_TREZ001_TREZ002.pdf or .txt)`);
  for (const name of lists) {
    const path = join(folder, name);
    const [, countyUnit = '', code = ''] = LIST.exec(name) ?? [];
    const list = await orWrong(wrong, () => readList(path, name, reader, accept));
    if (list === null) continue;
    skipped.push(...list.skips.map(({ line, reason }) => `${name}, line ${line}: ${reason}`));
    const treasury = units.get(code) ?? unitFromList(code, list.treasuryName, countyUnit);
    if (!treasury) {
      skipped.push(`${name}: no county has the unit TREZ${countyUnit}`);
      continue;
    }
    const { asOf } = list;
    if (asOf === null) undated.push(name);
    for (const { iban, treasury: own, account, taxName } of list.accounts) {
      if (own !== code) skipped.push(`${name}: ${iban} is of another treasury`);
      else records.set(iban, { iban, treasury, account, taxName, asOf });
    }
  }
  const before = await countOf(importedTreasuries(dataFolder));
  await orWrong(wrong, async () => assertNotShrunk(FILE, before, records.size, accept));
  if (records.size > 0 && wrong.length === 0) await write(join(dataFolder, FILE), records.values());
  return { pages: pages.length, lists: lists.length, ibans: records.size, skipped, undated, wrong };
}

async function countOf(batches: AsyncIterable<unknown[]> | null): Promise<number> {
  let count = 0;
  for await (const batch of batches ?? []) count += batch.length;
  return count;
}

async function orWrong<Value>(wrong: string[], read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof WrongShape)) throw error;
    wrong.push(error.message);
    return null;
  }
}

/** Refuses a list where more than one account in ten has no name. */
async function readList(path: string, name: string, reader: PdfReader, accept: Acceptance): Promise<WholeList> {
  const list = await parsedList(path, name, reader);
  const [first] = list.skips;
  const why = first ? `${first.reason} (line ${first.line})` : null;
  assertUnderstood(name, { rows: list.ibans, understood: list.accounts.length, why }, accept);
  return list;
}

async function parsedList(path: string, name: string, reader: PdfReader): Promise<WholeList> {
  const bytes = await readFile(path);
  if (!/\.pdf$/i.test(name)) return parseIbanList(decodeText(bytes), name);
  const reading = await reader.read(bytes);
  if ('problem' in reading) throw new WrongShape(name, 'a PDF with the text of a list', FOUND_SHAPE[reading.problem]);
  if (reading.pictures.length > 0) throw new WrongShape(name, 'a PDF with the text of a list', FOUND_SHAPE.scanned);
  return parseIbanList(reading.text, name, reading.runs);
}

const FOUND_SHAPE: Record<PdfProblem, string> = {
  encrypted: 'one that wants a password',
  broken: 'no PDF, or a broken one',
  scanned: 'pictures of pages',
  tooManyPictures: 'pictures of pages',
  bomb: 'one that takes too much memory or time to read',
};

type Unit = TreasuryIbanRecord['treasury'];

const shipped = readReference<'code' | 'name' | 'locality' | 'county_name'>('treasury.tsv');
const countyUnits = new Map(
  readReference<'name' | 'treasury_county_unit'>('counties.tsv').map((row) => [row.treasury_county_unit, row.name]),
);

/** By code: the shipped treasuries, overridden by the pages. A page is named after its county: `Bistrita_nasaud.htm`. */
async function unitsOf(folder: string, pages: readonly string[], wrong: string[]): Promise<Map<string, Unit>> {
  const units = new Map<string, Unit>(
    shipped.map(({ code, name, locality, county_name }) => [code, { code, name, locality, county: county_name }]),
  );
  for (const page of pages) {
    const county = findCounty(parse(page).name);
    if (!county) continue;
    const html = decodeText(await readFile(join(folder, page)));
    for (const unit of (await orWrong(wrong, async () => parseCountyPage(html, page))) ?? [])
      units.set(unit.code, { ...unit, county: county.name });
  }
  return units;
}

/** A treasury without a page, by the heading of its list; null when its county is unknown too. */
function unitFromList(code: string, heading: string | null, countyUnit: string): Unit | null {
  const county = countyUnits.get(countyUnit);
  if (county === undefined) return null;
  const name = heading ?? `Trezoreria ${code}`;
  return { code, name, locality: localityOf(name), county };
}

async function write(path: string, records: Iterable<TreasuryIbanRecord>): Promise<void> {
  const temporary = `${path}.new`;
  await pipeline(Readable.from(treasuryIbanLines(records)), createWriteStream(temporary));
  await rename(temporary, path);
}

interface TreasuryDownloadOptions {
  client: Client;
  /** Of the index page. */
  address: string;
  /** Files of an earlier download in it are deleted. */
  folder: string;
  paceMs: number;
  onFile(name: string): void;
}

/** The reason of a failure, or the missing files, as messages. */
export type TreasuryDownload = { failure: string } | { missing: string[] };

/** A broken link is reported as missing; a source that does not answer ends the download. */
export async function downloadTreasuries(options: TreasuryDownloadOptions): Promise<TreasuryDownload> {
  const { client, address, folder, paceMs, onFile } = options;
  const index = await fetchTreasuryIndex(client, address);
  if (index.outcome === 'notFound') return { failure: `There is no page at ${address}.` };
  if (index.outcome === 'unavailable') return { failure: `The index at ${address} cannot be read: ${index.detail}.` };
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) if (FETCHED.test(name)) await rm(join(folder, name));

  const missing: string[] = [];
  const lists = new Map(index.value.lists.map((link) => [link.name, link]));
  const fetchAll = async <File>(
    links: Iterable<TreasuryLink>,
    fetchOne: (client: Client, url: string) => Promise<WholeOutcome<File>>,
    bytesOf: (file: File) => Uint8Array,
  ): Promise<string | null> => {
    for (const link of links) {
      await sleep(paceMs);
      const file = await fetchOne(client, link.url);
      if (file.outcome === 'unavailable') return `${link.url} cannot be read: ${file.detail}.`;
      if (file.outcome === 'notFound') {
        missing.push(`${link.name}: there is no such file at ${link.url}`);
        continue;
      }
      await writeFile(join(folder, link.name), bytesOf(file.value));
      onFile(link.name);
    }
    return null;
  };

  const failure =
    (await fetchAll(index.value.counties, fetchCountyPage, (page) => {
      for (const link of page.lists) lists.set(link.name, link);
      return page.bytes;
    })) ?? (await fetchAll(lists.values(), fetchTreasuryList, (bytes) => bytes));
  return failure === null ? { missing } : { failure };
}

const FETCHED = /\.(?:html?|pdf)$/i;
