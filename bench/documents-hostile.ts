/** Look-ups while 200 hostile files are read: how much longer they take, and that none fails. */
import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textPdf } from '#demo-country/pdf.ts';
import { createFileReader } from '#domain/documents/readers/file-reader.ts';
import { listEnd, madeDocx, madeZip, paragraph } from '#test/support/raw-zip.ts';
import { observedCountry } from './cached-country.ts';
import { anyInstallation, openCountry } from './demo-installation.ts';
import type { Burst, BurstDone } from './load.ts';
import { answerOf, startServer } from './servers.ts';
import type { Cell, Findings } from './table.ts';

const FILES = 200;
const AT_ONCE = 2;
const REQUESTS = 4_000;
/** Connections that keep a serving thread busy for a third of its time. */
const CONNECTIONS = 2;

export async function hostileBeside(folder: string, companies: number): Promise<Findings> {
  const config = anyInstallation(companies);
  await (await openCountry(config)).close();
  const { cuis, keys } = await observedCountry(config);
  const env = { FIRMOTECA_DATA: config.dataFolder, FIRMOTECA_LOG: 'errors', FIRMOTECA_WORKERS: '1', DATABASE_URL: '' };
  const server = await startServer('ours', { keys, env });
  const load = fork(new URL('./load.ts', import.meta.url));
  const paths = cuis.slice(0, 1_000).map((cui) => `/api/company/${cui}`);
  const { port } = server;
  const ask = async (): Promise<BurstDone> => {
    load.send({ paths, port, keys, requests: REQUESTS, connections: CONNECTIONS, dozing: false } satisfies Burst);
    return answerOf<BurstDone>(load);
  };
  try {
    await ask();
    const alone = await ask();
    const files = hostile().map((bytes, i) => {
      const path = join(folder, `hostile-${i}`);
      writeFileSync(path, bytes);
      return path;
    });
    const reader = createFileReader({ folder });
    const started = performance.now();
    const beside: BurstDone[] = [];
    const reading = readAll(files, (path) => reader.read(path));
    let isOver = false;
    const states = reading.finally(() => {
      isOver = true;
    });
    while (!isOver) beside.push(await ask());
    const outcomes = Map.groupBy(await states, (state) => state);
    const seconds = (performance.now() - started) / 1_000;
    reader.close();
    return table(alone, beside, outcomes, seconds);
  } finally {
    load.disconnect();
    await server.stop();
  }
}

/** Reads two files at a time, like the service. */
async function readAll(
  paths: readonly string[],
  read: (path: string) => Promise<{ state: string }>,
): Promise<string[]> {
  const waiting = [...paths];
  const states: string[] = [];
  const next = async (): Promise<void> => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) states.push((await read(path)).state);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return states;
}

/** Decompression bombs, endless lists, deep nesting, broken and encrypted files. */
function hostile(): Buffer[] {
  const zeros = Buffer.alloc(30_000_000);
  const one = madeZip([{ name: 'a', content: Buffer.from('x') }], { stored: true });
  const [body, entries] = [one.subarray(0, one.indexOf('PK\x01\x02')), one.subarray(one.indexOf('PK\x01\x02'), -22)];
  const list = Buffer.concat(Array(10_000).fill(entries));
  const pdf = textPdf(Array(200).fill('Text care nu se mai termină. '.repeat(20)), { title: 'x' });
  const kinds = [
    madeZip([{ name: 'bomb', content: zeros }]),
    madeDocx(paragraph('x'.repeat(2_000_000))),
    Buffer.concat([body, list, listEnd(65_535, list.length, body.length)]),
    Buffer.from(`{\\rtf1${'{'.repeat(100_000)}`),
    Buffer.from(`<html>${'<div>'.repeat(100_000)}`),
    pdf.subarray(0, pdf.length >> 1),
    Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from('1 0 obj << /Kids [1 0 R] >> endobj\n'.repeat(50_000))]),
    textPdf(['Text'], { title: 'x', locked: true }),
    madeDocx('<w:p>'.repeat(100_000)),
    Buffer.from(
      `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "${'x'.repeat(1_000)}">]><a>${'&b;'.repeat(100_000)}</a>`,
    ),
  ];
  return Array.from({ length: FILES }, (_, i) => kinds[i % kinds.length] ?? zeros);
}

function table(
  alone: BurstDone,
  beside: readonly BurstDone[],
  outcomes: Map<string, string[]>,
  seconds: number,
): Findings {
  const waits = beside.flatMap(({ waitsMs }) => waitsMs).sort((a, b) => a - b);
  const at = (sorted: readonly number[], share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  const row = (name: string, sorted: readonly number[]): Cell[] => [
    name,
    sorted.length,
    at(sorted, 0.5),
    at(sorted, 0.99),
    sorted.at(-1) ?? 0,
  ];
  const times = [0.5, 0.99, 0.99999].map((share) => at(waits, share) / at(alone.waitsMs, share));
  return {
    name: 'documents-hostile',
    title: `Look-ups beside ${FILES} hostile files, ${AT_ONCE} at a time: milliseconds`,
    columns: ['', 'look-ups', 'p50', 'p99', 'longest'],
    rows: [row('alone', alone.waitsMs), row('beside them', waits), ['times as long', '', ...times]],
    remarks: [
      'Every look-up was answered with 200; one that were not would have ended the bench.',
      `The files took ${seconds.toFixed(0)} s and came out as ${[...outcomes].map(([state, all]) => `${state} ${all.length}`).join(', ')}.`,
    ],
  };
}
