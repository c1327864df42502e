/** What an authority uploads for a procedure, and when: the first version, its revisions, and answers to bidders. */

import type { Procedure } from '#demo-country/procurement/procedure.ts';
import { dice, pick, within } from '#demo-country/random.ts';
import type { Place } from './documentation.ts';
import type { Format, Seal, Section, Topic } from './types.ts';

export interface Upload {
  topic: Exclude<Topic, 'report'>;
  section: Section;
  format: Format;
  seal: Seal;
  /** Without the ending of its seal. */
  name: string;
  revision: number;
  on: number;
  /** The day a revision took its place, or it was taken away. */
  until: number | null;
  /** Which of the answers to bidders. */
  number: number;
}

/** One after the other over the procedures, on their specifications: every kind is there three times. */
export const SEALS: readonly Exclude<Seal, 'none'>[] = [
  'attached',
  'pades',
  'fragmented',
  'timestamped',
  'detached',
  'twoSigners',
  'expired',
  'indefinite',
  'revoked',
  'padesTimestamped',
  'untrusted',
  'nested',
  'altered',
  'base64',
  'pss',
  'padesAltered',
  'elliptic',
  'expiredTimestamped',
  'padesAppended',
  'withoutIssuer',
];
const CONTRACT_FORMATS: readonly Format[] = ['docx', 'rtf', 'odt', 'pdf'];
const ANSWER_FORMATS: readonly Format[] = ['pdf', 'txt-cp1250', 'docx', 'txt-latin2', 'pdf', 'txt-utf16'];
/** Decisions that are no usual files; that of the showcase's second procedure came from a scanner. */
const DECISIONS: Readonly<Record<number, Format>> = { 1: 'scan', 5: 'locked', 7: 'cut' };
/** Decisions whose objects lie in streams, and what became of them after they were signed. */
export const PACKED: Readonly<Record<number, Seal>> = {
  10: 'padesPacked',
  11: 'padesRepacked',
  12: 'padesRelisted',
  13: 'padesPageReplaced',
  14: 'padesPageAdded',
  15: 'padesUnhidden',
};
/** Days after the publication. */
const REVISED_AFTER = { shown: [6, 12], others: [2, 4] } as const;
/** Documents that are late come so long after the founding day. */
const LATE_DAYS = 2;

export function uploadsOf({ procedure, place, conduct, isRevised }: Place, founded: number): Upload[] {
  if (conduct === 'none') return [];
  const roll = dice(procedure.number, procedure.number, 'uploads');
  const first = conduct === 'late' ? founded + LATE_DAYS : procedure.publishedOn;
  const uploads: Upload[] = [];
  const add = (
    topic: Upload['topic'],
    section: Section,
    format: Format,
    seal: Seal,
    more: Partial<Upload> = {},
  ): Upload => {
    const upload = {
      topic,
      section,
      format,
      seal,
      name: named(topic, format, procedure, place),
      revision: 1,
      on: first,
      until: null,
      number: 1,
      ...more,
    };
    // A seal that lies beside its file comes with it.
    if (seal === 'detached') uploads.push({ ...upload, seal: 'none' });
    uploads.push(upload);
    return upload;
  };
  const usual = (): Seal => pick(['attached', 'attached', 'fragmented', 'none'], roll());
  const specificationSeal = SEALS[place % SEALS.length] ?? 'attached';
  const isInPdf = specificationSeal.startsWith('pades');
  const sheetSeal = pick(['attached', 'fragmented', 'pades'] as const, roll());
  // Every second of those that are signed inside keeps its proofs.
  const isKept = sheetSeal === 'pades' && place % 2 === 1;
  const sheet = add('dataSheet', 'dfNoticeDocs', 'pdf', isKept ? 'padesKept' : sheetSeal);
  add('specification', 'dfNoticeDocs', isInPdf ? 'pdf' : pick(['pdf', 'pdf', 'docx'], roll()), specificationSeal);
  const listed = isRevised || roll() < 0.7 ? add('quantities', 'dfNoticeDocs', 'xlsx', usual()) : null;
  add('forms', 'dfNoticeDocs', 'docx', usual());
  const contract = add(
    'contract',
    'dfNoticeDocs',
    CONTRACT_FORMATS[place % CONTRACT_FORMATS.length] ?? 'docx',
    usual(),
  );
  const annexes = isRevised || roll() < 0.2 ? add('annexes', 'dfNoticeDocs', 'zip', 'attached') : null;
  add('duae', 'duaeDocs', 'xml', 'none');
  const hasNamesakes = place % 9 === 4;
  if (hasNamesakes) {
    // The same paper under two headings, and under one name.
    add('strategy', 'contractingStrategyDocs', 'pdf', 'attached');
    add('strategy', 'exAnteDocs', 'pdf', 'attached');
  } else if (roll() < 0.35) add('strategy', 'contractingStrategyDocs', 'pdf', usual());
  const decision = DECISIONS[place];
  if (decision) add('decision', 'decisionDocs', decision, 'attached');
  else {
    // Rolled in any case, so that what comes behind stays as it is.
    const rolled = roll() < 0.25 ? usual() : null;
    const seal = PACKED[place] ?? rolled;
    if (seal) add('decision', 'decisionDocs', 'pdf', seal);
  }
  const answer = (number: number, on: number, revision = 1): void => {
    const format = ANSWER_FORMATS[(place + number) % ANSWER_FORMATS.length] ?? 'pdf';
    const name = named('clarification', format, procedure, place, number);
    add('clarification', 'clarifications', format, usual(), { on, number, name, revision });
  };
  if (!isRevised) {
    const answers = within(roll() ** 2, 0, 2);
    for (let number = 1; number <= answers; number++) answer(number, first + number);
    return uploads;
  }
  const [second, third] = REVISED_AFTER[place < 3 ? 'shown' : 'others'].map((days) => first + days) as [number, number];
  const revise = (upload: Upload, on: number, changes: Partial<Upload>): void => {
    for (const old of uploads)
      if (old.name === upload.name && old.section === upload.section && old.until === null) old.until = on;
    add(upload.topic, upload.section, upload.format, upload.seal, { ...upload, until: null, on, ...changes });
  };
  const specification = uploads.find(({ topic, seal }) => topic === 'specification' && seal !== 'none') as Upload;
  revise(specification, second, { revision: 2 });
  if (listed) revise(listed, second, { revision: 2 });
  answer(1, second, 2);
  revise(specification, third, { revision: 3 });
  // Signed anew and nothing else; another name and nothing else; taken away.
  revise(sheet, third, { seal: 'timestamped' });
  revise(contract, third, { name: contract.name.replace(/\.(?=[a-z]+$)/, ' (forma finala).') });
  if (annexes) annexes.until = third;
  answer(2, third, 3);
  return uploads;
}

/** The days on which versions begin, the first one included. */
export const versionDays = (uploads: readonly Upload[]): number[] => [
  ...new Set(uploads.filter(({ section }) => section !== 'clarifications').map(({ on }) => on)),
];

const ENDINGS: Record<Format, string> = {
  pdf: 'pdf',
  scan: 'pdf',
  locked: 'pdf',
  cut: 'pdf',
  docx: 'docx',
  xlsx: 'xlsx',
  odt: 'odt',
  rtf: 'rtf',
  'txt-cp1250': 'txt',
  'txt-latin2': 'txt',
  'txt-utf16': 'txt',
  xml: 'xml',
  zip: 'zip',
};

const NAMES: Record<Exclude<Topic, 'duae' | 'clarification' | 'report'>, readonly string[]> = {
  dataSheet: ['Fisa de date a achizitiei', 'Fișa de date', 'FISA_DE_DATE_semnat'],
  specification: [
    'Caiet de sarcini',
    'Caiet de sarcini,  partea tehnică',
    'CAIET DE SARCINI FINAL',
    'caiet_de_sarcini',
  ],
  quantities: ['Lista de cantitati', 'Listă de cantități,  anexa 2', 'Anexa 1'],
  forms: ['Formulare', 'Sectiunea formulare', 'Formulare si modele'],
  contract: ['Model de contract', 'Clauze contractuale', 'Proiect contract'],
  annexes: ['Anexe', 'Anexe la caietul de sarcini'],
  strategy: ['Strategia de contractare', 'Strategie,  nota justificativa'],
  decision: ['Decizie comisie', 'Decizie de numire a comisiei'],
};

function named(
  topic: Exclude<Topic, 'report'>,
  format: Format,
  procedure: Procedure,
  place: number,
  number = 1,
): string {
  if (topic === 'duae') return `DUAE_CERERE_${300_000 + (procedure.number % 600_000)}.xml`;
  const ways =
    topic === 'clarification'
      ? [`Raspuns solicitare clarificare nr. ${number}`, `Clarificarea ${number}`]
      : NAMES[topic];
  return `${ways[place % ways.length]}.${ENDINGS[format]}`;
}

/** As the archive writes a name that the list has written: no commas, one blank where there were several. */
export const archived = (name: string): string => name.replaceAll(',', '').replace(/ {2,}/g, ' ');
