/** The measured documents: signed containers, texts in every format, versions and bundles, written by the demo country's writers. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { docx, xlsx } from '#demo-country/documents/formats.ts';
import { chainOf } from '#demo-country/documents/signatures/authority.ts';
import { type Form, signedMessage } from '#demo-country/documents/signatures/message.ts';
import { textPdf } from '#demo-country/pdf.ts';
import { random } from '#demo-country/random.ts';
import { MEGABYTE } from './process-usage.ts';

export interface MadeFile {
  name: string;
  path: string;
  bytes: number;
}

export interface Material {
  /** The output folder. */
  into: string;
  seals: MadeFile[];
  small: { paths: string[]; bytes: number };
  texts: MadeFile[];
  versions: { name: string; before: string; after: string; bytes: number }[];
  bundle: { folder: string; bytes: number; textFolder: string; textBytes: number };
}

const SEALED_BYTES = 100 * MEGABYTE;
const SMALL_FILES = 1_000;
const SMALL_BYTES = 20_000;
const VERSION_BYTES = MEGABYTE;
/** Paragraphs on a page of these documents. */
const PARAGRAPHS_PER_PAGE = 8;
const ROWS = 20_000;
const BUNDLED_BYTES = 10 * MEGABYTE;

export async function made(folder: string, bundleMegabytes: number): Promise<Material> {
  const into = join(folder, 'out');
  mkdirSync(into);
  const write = (name: string, file: string, content: Buffer): MadeFile => {
    const path = join(folder, file);
    writeFileSync(path, content);
    return { name, path, bytes: content.length };
  };
  const roll = random(1, 1, 'bench documents');
  const sheets = Array.from({ length: ROWS }, (_, row) => [
    row + 1,
    sentence(roll).slice(0, 40),
    10 + (row % 90),
    'buc',
  ]);
  return {
    into,
    seals: (
      [
        ['100 MB with known lengths', 'attached'],
        ['100 MB of unknown length', 'indefinite'],
      ] as const
    ).map(([name, form]) =>
      write(name, `${form}.p7m`, sealing(Buffer.alloc(SEALED_BYTES, 'Caiet de sarcini. '), form)),
    ),
    small: {
      paths: Array.from(
        { length: SMALL_FILES },
        (_, i) =>
          write('', `small-${i}.p7m`, sealing(Buffer.alloc(SMALL_BYTES, `${i} `), i % 2 ? 'attached' : 'indefinite'))
            .path,
      ),
      bytes: SMALL_BYTES,
    },
    texts: [
      write('PDF of 90 pages', 'ninety.pdf', textPdf(paragraphs(90 * PARAGRAPHS_PER_PAGE, roll), { title: 'x' })),
      write('PDF of 990 pages', 'many.pdf', textPdf(paragraphs(990 * PARAGRAPHS_PER_PAGE, roll), { title: 'x' })),
      write('DOCX', 'text.docx', docx({ title: 'x', paragraphs: paragraphs(90 * PARAGRAPHS_PER_PAGE, roll) })),
      write(
        'XLSX of 20,000 rows',
        'table.xlsx',
        xlsx({ title: 'x', paragraphs: [], table: { headers: ['Nr.', 'Denumire', 'Cantitate', 'UM'], rows: sheets } }),
      ),
    ],
    versions: versions(folder, roll),
    bundle: bundle(folder, bundleMegabytes),
  };
}

function sealing(content: Buffer, form: Form): Buffer {
  const at = Date.UTC(2026, 9, 1);
  const clerk = { surname: 'Pop', givenName: 'Ion', organisation: 'Primăria Exemplu' };
  return signedMessage({ content, form, signatures: [{ chain: chainOf(clerk, 'trusted', at), at }] });
}

function versions(folder: string, roll: () => number): Material['versions'] {
  const before: string[] = [];
  for (let bytes = 0; bytes < VERSION_BYTES; bytes += (before.at(-1)?.length ?? 0) + 1) before.push(sentence(roll));
  const write = (name: string, lines: readonly string[]): string => {
    const path = join(folder, `version-${name}.txt`);
    writeFileSync(path, `${lines.join('\n')}\n`);
    return path;
  };
  const first = write('first', before);
  return (
    [
      ['1 % of the paragraphs changed', 100],
      ['10 % changed', 10],
      ['all changed', 1],
    ] as const
  ).map(([name, each]) => {
    const after = before.map((line, i) => (i % each === 0 ? changedLine(line, each, roll) : line));
    return { name, before: first, after: write(String(each), after), bytes: VERSION_BYTES };
  });
}

const changedLine = (line: string, each: number, roll: () => number): string =>
  each === 1 ? sentence(roll) : line.replace(/[0-9]+/, (number) => String(Number(number) + 1));

function bundle(folder: string, megabytes: number): Material['bundle'] {
  const count = Math.round((megabytes * MEGABYTE) / BUNDLED_BYTES);
  const [pdfs, texts] = [join(folder, 'bundle'), join(folder, 'bundle-texts')];
  for (const each of [pdfs, texts]) mkdirSync(each);
  const roll = random(2, 2, 'bench bundle');
  const noise = Buffer.from(Array.from({ length: BUNDLED_BYTES }, () => Math.floor(roll() * 256)));
  writeFileSync(join(pdfs, '0.pdf'), noise);
  for (let i = 1; i < count; i++) copyFileSync(join(pdfs, '0.pdf'), join(pdfs, `${i}.pdf`));
  const lines: string[] = [];
  for (let bytes = 0; bytes < BUNDLED_BYTES; bytes += lines.at(-1)?.length ?? 0) lines.push(sentence(roll));
  const text = Buffer.from(lines.join('\n'));
  for (let i = 0; i < 5; i++) writeFileSync(join(texts, `${i}.txt`), text);
  return { folder: pdfs, bytes: count * BUNDLED_BYTES, textFolder: texts, textBytes: 5 * text.length };
}

const WORDS =
  'ofertantul va livra produsele la sediul autorității contractante în termen de zile de la semnarea contractului garanția lucrărilor este luni cantitatea estimată bucăți prețul unitar fără TVA se exprimă în lei cerințele minime obligatorii specificațiile tehnice beneficiarul recepția plata factura penalități execuția serviciilor personalul calificat'.split(
    ' ',
  );

/** A skewed vocabulary: few words are on every page, most on few pages. */
const rare = Array.from(
  { length: 4_000 },
  (_, i) => `${WORDS[i % WORDS.length]}${'bcdfgmnprst'[i % 11]}${(i * 7).toString(20)}`,
);
const vocabulary = [...WORDS, ...rare];

/** About thirty words with a number and a full stop. */
export function sentence(roll: () => number): string {
  const words = Array.from({ length: 30 }, () => vocabulary[Math.floor(roll() ** 4 * vocabulary.length)]);
  words.splice(10, 0, String(Math.floor(roll() * 10_000)));
  return `${words.join(' ')}.`;
}

const paragraphs = (count: number, roll: () => number): string[] => Array.from({ length: count }, () => sentence(roll));
