/** What clerks name the files that they upload, with their blanks, commas and capitals. */
import type { Procedure } from '#demo-country/procurement/procedure.ts';
import type { Format, Topic } from './types.ts';

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

export function named(
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
