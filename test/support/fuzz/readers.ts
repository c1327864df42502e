/** Every reader of the service by its real path, with valid samples: a read ends as documented, or throws. */
import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ApiError } from '#api/api-error.ts';
import { anonymousCaller } from '#api/caller.ts';
import { BrokenBackup } from '#cli/backup/format.ts';
import { checkBackup } from '#cli/backup/read.ts';
import { silent } from '#data/ingest/progress.ts';
import { findPublications } from '#data/ingest/publications.ts';
import { ingest, LostRegistry } from '#data/ingest/run.ts';
import { parseBalance } from '#data/sources/anaf/balance.ts';
import { parseLegend } from '#data/sources/anaf/balance-files.ts';
import { parseCompanies } from '#data/sources/anaf/company.ts';
import { parseRates } from '#data/sources/bnr/rates.ts';
import { parseSearch, parseShow } from '#data/sources/ckan/catalog.ts';
import { readIssue } from '#data/sources/gazette/issue.ts';
import { fileInput } from '#data/sources/lines.ts';
import { parseReleases } from '#data/sources/press/releases-page.ts';
import { readExport } from '#data/sources/procurement/exports/read.ts';
import { parseCountyPage } from '#data/sources/treasury/county-page.ts';
import { parseIbanList } from '#data/sources/treasury/iban-list.ts';
import { parseIndexPage } from '#data/sources/treasury/index-page.ts';
import { openStore } from '#data/store/open.ts';
import { listReader } from '#domain/bulk-checks/reading/list-reader.ts';
import { createFileOpener } from '#domain/documents/opener/file-opening.ts';
import { createFileReader } from '#domain/documents/readers/file-reader.ts';
import type { Reading, TextState } from '#domain/documents/readers/reading.ts';
import { createPdfReader } from '#lib/readers/pdf/text.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { ImportRejected, importBytes, importList } from '#lib/signatures/trust-import.ts';
import { shownVerdict } from '#lib/signatures/verdict.ts';
import { sha256 } from '#lib/values/hash.ts';
import { loadSecrets } from '#server/secrets.ts';
import { run } from '#test/support/cli.ts';
import { makeAuthorities } from '#test/support/signatures/authorities.ts';
import { corpus } from '#test/support/signatures/corpus.ts';
import { withoutOpenssl } from '#test/support/signatures/openssl.ts';
import { TEXT } from '#test/support/signatures/signing.ts';
import { answerOf } from '#test/support/source-answer.ts';
import type { Publications } from '../faults/installation.ts';
import type { Sample } from './mutations.ts';
import { documentSamples, sourceSamples, trustSamples, workbookSamples } from './samples.ts';

export interface FuzzedReader {
  name: string;
  /** How often it is chosen: a sandboxed process takes longer. */
  weight: number;
  samples: Sample[];
  /** Reads the file at the path, which was made of the sample. */
  read(path: string, sample: Sample): Promise<void>;
}

export interface Readers {
  readers: FuzzedReader[];
  /** Samples that this machine lacks. */
  gaps: string[];
  close(): void;
}

const TODAY = '2026-11-15';
const FORMAT_SAMPLE = join(import.meta.dirname, '../format-sample');

export interface ReadersOptions {
  /** For temporary files, which are gone after each reading. */
  folder: string;
  publications: Publications;
  /** Where countries are built; null: each in a new folder. */
  databaseUrl: string | null;
}

export async function openReaders({ folder, publications, databaseUrl }: ReadersOptions): Promise<Readers> {
  const workbooks = await workbookSamples(publications.first);
  const own = (name: string): string => {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const documents = createFileReader({ folder: own('documents') });
  const lists = listReader();
  const pdf = createPdfReader();
  const trust = own('trust');
  const opener = createFileOpener({ folder: own('opening'), trust, now: () => new Date(), atOnce: 1 });
  const gap = withoutOpenssl();
  const signed = gap === false ? signedSamples(trust) : [];
  /** Digests of what was signed: files that contain their signatures, and contents of containers. */
  const contents = new Set([...signed.map(({ bytes }) => bytes), TEXT, ''].map((one) => sha256(one)));
  const all = await documentSamples(workbooks);
  const source = sourceSamples();
  const readers: FuzzedReader[] = [
    {
      name: 'document',
      weight: 5,
      samples: all,
      read: async (path) => assertReading(await documents.read(path)),
    },
    {
      name: 'signed',
      weight: 4,
      samples: signed,
      async read(path, sample) {
        const bytes = readFileSync(path);
        const file = {
          path,
          sha256: sha256(bytes),
          sizeBytes: bytes.length,
          signed: null,
          needsText: async () => true,
        };
        await opener.open(file, new AbortController().signal, async ({ unwrapped, content, reading }) => {
          if (reading) assertReading(reading);
          const isValid = unwrapped?.levels.some(({ signers }) => signers.some((one) => shownVerdict(one) === 'valid'));
          if (isValid && content && !contents.has(content.sha256))
            throw new Error(`a changed file of “${sample.name}” counts as validly signed`);
        });
      },
    },
    {
      name: 'list',
      weight: 1,
      samples: [...workbooks, ...LISTS],
      async read(path) {
        const sender = { by: anonymousCaller('192.0.2.1').address, isPro: true, signal: new AbortController().signal };
        await lists.uploaded(path, 10_000, sender).catch(allow(ApiError));
      },
    },
    {
      name: 'export',
      weight: 3,
      samples: [...workbooks, ...source.filter(({ name }) => name.startsWith('procurement/exports'))],
      read: (path) => drained(readExport(path)).catch(allow(WrongShape)),
    },
    {
      name: 'press file',
      weight: 1,
      samples: all.filter(({ name }) => name.includes('pdf')),
      read: async (path) => void (await pdf.read(readFileSync(path))),
    },
    {
      name: 'publication',
      weight: 6,
      samples: publicationSamples(),
      read: (path, sample) => ingested(own('ingest'), path, sample, databaseUrl),
    },
    { name: 'answer', weight: 14, samples: source, read: parsed },
    {
      name: 'trust',
      weight: 3,
      samples: trustSamples(),
      async read(path) {
        const store = mkdtempSync(join(own('store'), 'trust-'));
        try {
          for (const take of [
            () => importBytes(readFileSync(path), 'file', store),
            () => importList(readFileSync(path), store, new Date()),
          ])
            try {
              take();
            } catch (error) {
              allow(ImportRejected)(error);
            }
        } finally {
          rmSync(store, { recursive: true });
        }
      },
    },
    {
      name: 'back-up',
      weight: 2,
      samples: [await backupSample(own('back-up'))],
      read: async (path) => void (await checkBackup(path).catch(allow(BrokenBackup))),
    },
  ];
  return {
    readers: readers.filter(({ samples }) => samples.length > 0),
    gaps: gap === false ? [] : [`signed files: ${gap}`],
    close() {
      documents.close();
      lists.close();
      pdf.close();
      opener.close();
    },
  };
}

/** Of a new installation. */
async function backupSample(folder: string): Promise<Sample> {
  const environment = { FIRMOTECA_DATA: join(folder, 'data') };
  await (await openStore({ databaseUrl: null, folder: environment.FIRMOTECA_DATA, country: 'demo' })).close();
  loadSecrets(join(environment.FIRMOTECA_DATA, 'secrets.json'));
  const file = join(folder, 'backup');
  const { code, output } = await run(['backup', file], environment);
  if (code !== 0) throw new Error(output);
  return { name: 'back-up', bytes: readFileSync(file) };
}

const LISTS: readonly Sample[] = [
  { name: 'list', bytes: Buffer.from('Nume;CUI;Localitate\nZimbrul;RO 90000014;Cluj\n"A ""b""";90000022;\n;x;\n') },
  { name: 'list of codes', bytes: Buffer.from('90000014\n90000022\r\n90000030\n') },
];

/** Refusals that a reader documents. */
const allow =
  (...kinds: (abstract new (...args: never[]) => Error)[]) =>
  (error: unknown): void => {
    if (!kinds.some((kind) => error instanceof kind)) throw error;
  };

async function drained(batches: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of batches);
}

const STATES: ReadonlySet<string> = new Set([
  'read',
  'partly',
  'none',
  'ocrDue',
  'archive',
  'splitArchive',
  'encrypted',
  'damaged',
  'unsupported',
  'tooLarge',
  'tooLong',
] satisfies TextState[]);

function assertReading({ state, text, entries }: Reading): void {
  if (!STATES.has(state)) throw new Error(`the unknown state ${state}`);
  if (text) {
    if (text.text.includes('\0')) throw new Error('a text with a NUL, which no database takes');
    for (const { start, end } of text.pages)
      if (!(start >= 0 && start <= end && end <= text.text.length)) throw new Error(`a page from ${start} to ${end}`);
  }
  for (const { reading } of entries ?? []) assertReading(reading);
}

/** Signed by authorities of the trust store, and by others. */
function signedSamples(trust: string): Sample[] {
  const created = makeAuthorities();
  try {
    const files = corpus(created);
    importBytes(created.read('root.pem'), 'root.pem', trust);
    for (const list of created.lists()) importBytes(Buffer.from(list), 'list', trust);
    return Object.entries(files).map(([name, { bytes }]) => ({ name, bytes }));
  } finally {
    created.remove();
  }
}

/** Every file of a small country, by its path. */
const publicationSamples = (): Sample[] =>
  filesIn(FORMAT_SAMPLE)
    .filter((path) => path.includes('/'))
    .map((path) => ({ name: path, bytes: readFileSync(join(FORMAT_SAMPLE, path)) }));

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));

/** The whole country with this one file changed. */
async function ingested(folder: string, path: string, { name }: Sample, databaseUrl: string | null): Promise<void> {
  const own = mkdtempSync(join(folder, 'country-'));
  try {
    const published = join(own, 'published');
    for (const file of filesIn(FORMAT_SAMPLE)) {
      const to = join(published, file);
      mkdirSync(dirname(to), { recursive: true });
      if (file === name) linkSync(path, to);
      else writeFileSync(to, readFileSync(join(FORMAT_SAMPLE, file)));
    }
    const store = await openStore({ databaseUrl, folder: join(own, 'data'), country: 'demo' });
    try {
      await ingest({
        ...store,
        publications: await findPublications(published),
        personKey: 'key',
        strict: false,
        progress: silent,
        today: TODAY,
      }).catch(allow(WrongShape, LostRegistry));
      const id = store.generations.current()?.manifest.id;
      const problems = id === undefined ? [] : await store.generations.check(id);
      if (problems.length > 0) throw new Error(problems.join(' '));
    } finally {
      await store.close();
    }
  } finally {
    rmSync(own, { recursive: true });
  }
}

/** Answers of live sources and pages, parsed as those of every source: a changed one may be of any. */
async function parsed(path: string, { name }: Sample): Promise<void> {
  const bytes = readFileSync(path);
  const [answer, text] = [answerOf(bytes), bytes.toString()];
  const parsers: Record<string, () => unknown> = {
    'anaf/samples/v9': () => parseCompanies(answer, ['90000014', '14399840'], TODAY),
    'anaf/samples/bilant': () => parseBalance(answer, '14399840', 2024),
    'anaf/samples/WEB': () => parseLegend('x', bytes),
    bnr: () => parseRates(answer),
    ckan: () => [parseSearch(answer), parseShow(answer)],
    gazette: () => drained(readIssue(fileInput(path))),
    treasury: () => [
      parseCountyPage(text, 'x'),
      parseIndexPage(text, 'https://static.anaf.ro/'),
      parseIbanList(text, 'x'),
    ],
    press: () => parseReleases(text, 'https://www.anaf.ro/'),
  };
  for (const [source, parse] of Object.entries(parsers)) {
    if (!name.startsWith(source) && !ANY.has(source)) continue;
    try {
      await parse();
    } catch (error) {
      allow(WrongShape)(error);
    }
  }
}

/** Parsers of pages, which take any text. */
const ANY = new Set(['press', 'treasury']);
