/** Time and memory to open, read, search, compare and bundle documents, compared with command-line tools on the same files. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installed } from '#test/support/programs.ts';
import { type Material, made } from './documents-corpus.ts';
import { hostileBeside } from './documents-hostile.ts';
import { searched } from './documents-search.ts';
import { MEGABYTE, type Watched, watched, worked } from './process-usage.ts';
import type { Cell, Findings } from './table.ts';

const COLUMNS = ['', 'MB/s', 'ms', 'MB of memory', 'beside', 'MB/s', 'ms', 'MB of memory', 'times as long'];
/** Files for the tools: each needs the start of a process. */
const TOOL_FILES = 50;

export interface DocumentsExtent {
  /** Whether the bundle has 2 GB instead of 200 MB. */
  isWhole: boolean;
  /** Companies of the country for the look-ups. */
  companies: number;
}

export async function* documents({ isWhole, companies }: DocumentsExtent): AsyncGenerator<Findings> {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-documents-'));
  try {
    const material = await made(folder, isWhole ? 2_000 : 200);
    yield await unsealed(material);
    yield await read(material);
    yield await compared(material);
    yield await bundled(material);
    yield await searched(folder);
    yield await hostileBeside(folder, companies);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Beside {
  tool: string;
  args: string[];
  /** Number of runs. Default: 1. */
  runs?: number;
}

/** A row with the own measurement and that of the tool, on the same bytes. */
async function row(name: string, bytes: number, ours: Watched, beside: Beside | null): Promise<Cell[]> {
  const cells = ({ ms, peakBytes }: Watched, of = bytes): Cell[] => [
    of / MEGABYTE / (ms / 1_000),
    Math.round(ms),
    peakBytes === null ? '-' : Math.round(peakBytes / MEGABYTE),
  ];
  const program = beside && installed(beside.tool);
  const none: Cell[] = [beside && !program ? `${beside.tool} is not installed` : '-', '-', '-', '-', '-'];
  console.error(`  ${name}: ${Math.round(ours.ms)} ms`);
  if (!beside || !program) return [name, ...cells(ours), ...none];
  const its = await watched(program, beside.args, beside.runs);
  return [name, ...cells(ours), beside.tool, ...cells(its), ours.ms / its.ms];
}

async function unsealed({ seals: containers, small, into }: Material): Promise<Findings> {
  const rows: Cell[][] = [];
  const verify = (path: string): Beside => ({
    tool: 'openssl',
    args: ['cms', '-verify', '-noverify', '-binary', '-inform', 'DER', '-in', path, '-out', join(into, 'openssl')],
  });
  for (const { name, path, bytes } of containers) {
    rows.push(await row(name, bytes, await worked('unseal', [into, path]), verify(path)));
  }
  const ours = await worked('unseal', [into, ...small.paths]);
  const perFile = { ms: ours.ms / small.paths.length, peakBytes: ours.peakBytes };
  const tool = { ...verify(small.paths[0] ?? ''), runs: TOOL_FILES };
  rows.push(await row(`one of ${small.paths.length.toLocaleString('en-GB')} of 20 kB`, small.bytes, perFile, tool));
  return {
    name: 'documents-unseal',
    title: 'Sealed files: opened, judged, and their content written',
    columns: COLUMNS,
    rows,
    remarks: [
      'Aims: 40 MB/s, and 120 MB of memory for 100 MB.',
      'openssl judges no chain, no revocation and no timestamp here. Of small files it starts a process for each.',
    ],
  };
}

async function read({ texts, into }: Material): Promise<Findings> {
  const rows: Cell[][] = [];
  for (const { name, path, bytes } of texts) {
    const isPdf = path.endsWith('.pdf');
    const tool = isPdf ? { tool: 'pdftotext', args: [path, join(into, 'text')] } : null;
    rows.push(await row(name, bytes, await worked('text', [path]), tool));
  }
  return {
    name: 'documents-text',
    title: 'The text of files, each read in a process of its own in the sandbox',
    columns: COLUMNS,
    rows,
    remarks: ['Memory is that of the process and of the sandbox together.'],
  };
}

async function compared({ versions }: Material): Promise<Findings> {
  const rows: Cell[][] = [];
  for (const { name, before, after, bytes } of versions) {
    const diff = { tool: 'diff', args: [before, after] };
    rows.push(await row(name, bytes, await worked('compare', [before, after]), diff));
  }
  return {
    name: 'documents-compare',
    title: 'Two texts of 1 MB compared',
    columns: COLUMNS,
    rows,
    remarks: ['By paragraph with the words inside; diff compares lines, which here are paragraphs, and no words.'],
  };
}

async function bundled({ bundle, into }: Material): Promise<Findings> {
  const rows: Cell[][] = [];
  const ours = await worked('bundle', [bundle.folder]);
  const zip = { tool: 'zip', args: ['-q', '-r', '-0', join(into, 'bundle.zip'), bundle.folder] };
  rows.push(await row(`${Math.round(bundle.bytes / MEGABYTE)} MB of PDF, stored`, bundle.bytes, ours, zip));
  const texts = await worked('bundle', [bundle.textFolder]);
  const packed = { tool: 'zip', args: ['-q', '-r', '-3', join(into, 'texts.zip'), bundle.textFolder] };
  rows.push(
    await row(`${Math.round(bundle.textBytes / MEGABYTE)} MB of text, packed`, bundle.textBytes, texts, packed),
  );
  const tar = { tool: 'bsdtar', args: ['-a', '-cf', join(into, 'tar.zip'), bundle.folder] };
  if (installed(tar.tool)) rows.push(await row('the PDF again', bundle.bytes, ours, tar));
  return {
    name: 'documents-bundle',
    title: 'A bundle as it is streamed to a caller, every file checked against its digest',
    columns: COLUMNS,
    rows,
    remarks: ['`--whole` makes it 2 GB. zip writes to the disk, ours to nobody.'],
  };
}
