/** What tables for spreadsheets say beside their rows, and why one is refused. */
import { counting } from '#lib/i18n/english.ts';
import { counted } from '#lib/i18n/romanian.ts';
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('table', {
  tooLong: {
    en: ({ rows, max }: { rows: number; max: number }) =>
      `This list has ${counting(rows, 'row')}; a table may have ${max}. Narrow it with the filters of this operation, or send limit and follow the pages.`,
    ro: ({ rows, max }) =>
      `Lista are ${counted(rows, 'rând', 'rânduri')}, iar un tabel poate avea cel mult ${max}. Restrângeți-o cu filtrele operațiunii sau trimiteți limit și parcurgeți paginile.`,
  },
  tooLongAtLeast: {
    en: ({ max }: { max: number }) =>
      `This list has more than ${counting(max, 'row')}, which is as many as a table may have. Narrow it with the filters of this operation, or send limit and follow the pages.`,
    ro: ({ max }) =>
      `Lista are mai mult de ${counted(max, 'rând', 'rânduri')}, limita unui tabel. Restrângeți-o cu filtrele operațiunii sau trimiteți limit și parcurgeți paginile.`,
  },
  longList: { en: 'a table of this list would be too long', ro: 'tabelul acestei liste ar fi prea lung' },
  allowance: {
    en: ({ rows, requests, seconds }: { rows: number; requests: number; seconds: number }) =>
      `A table of ${counting(rows, 'row')} counts as ${counting(requests, 'request')}, and fewer are left in this minute. Try again in ${counting(seconds, 'second')}.`,
    ro: ({ rows, requests, seconds }) =>
      `Un tabel cu ${counted(rows, 'rând', 'rânduri')} se contorizează ca ${counted(requests, 'cerere', 'cereri')}, iar în acest minut v-au rămas mai puține. Încercați din nou peste ${counted(seconds, 'secundă', 'secunde')}.`,
  },
  enoughAtOnce: {
    en: ({ max }: { max: number }) =>
      `${counting(max, 'long table')} are being made for you already. Try again when one of them is finished.`,
    ro: ({ max }) =>
      `Se pregătesc deja pentru dumneavoastră ${counted(max, 'tabel lung', 'tabele lungi')}. Încercați din nou după ce se încheie unul dintre ele.`,
  },
  busy: {
    en: 'More long tables are being made than we can make at once. Try again in half a minute.',
    ro: 'Se pregătesc deja prea multe tabele lungi. Încercați din nou peste o jumătate de minut.',
  },
  unknownRows: {
    en: ({ sources }: { sources: string }) => `This installation has not loaded ${sources}: there is no table to make.`,
    ro: ({ sources }) => `Această instalare nu are încărcate datele ${sources}: tabelul nu poate fi întocmit.`,
  },
  rowsSheet: { en: 'Data', ro: 'Date' },
  sourcesSheet: { en: 'Sources', ro: 'Surse' },
  source: { en: 'Source', ro: 'Sursă' },
  asOf: { en: 'As of', ro: 'La data de' },
  oldest: { en: 'Oldest reading (UTC)', ro: 'Cea mai veche citire (UTC)' },
  newest: { en: 'Newest reading (UTC)', ro: 'Cea mai nouă citire (UTC)' },
  fetchedAt: { en: 'Read at (UTC)', ro: 'Citit la (UTC)' },
  licence: { en: 'Licence', ro: 'Licență' },
  address: { en: 'Address', ro: 'Adresa web' },
  madeOn: { en: 'Made on', ro: 'Întocmit la' },
  madeInstant: { en: 'Made at (UTC)', ro: 'Întocmit la (UTC)' },
  madeAt: { en: 'Asked for at', ro: 'Cerut de la adresa' },
  cite: { en: 'Cite as', ro: 'Citare' },
  generation: { en: 'Build of the dataset', ro: 'Versiunea setului de date' },
  total: { en: 'Rows of the whole list', ro: 'Rânduri în toată lista' },
  totalAtLeast: {
    en: 'Rows of the whole list, counted as far as here',
    ro: 'Rânduri în toată lista, cel puțin',
  },
  next: { en: 'The list goes on at', ro: 'Lista continuă la' },
  notLoaded: { en: 'Not loaded here', ro: 'Sursă neîncărcată' },
  redacted: { en: 'Left out; part of Pro', ro: 'Omis; disponibil cu Pro' },
  ignored: { en: 'Parameter without effect here', ro: 'Parametru fără efect aici' },
  warning: { en: 'Note', ro: 'Observație' },
  preview: {
    en: 'These are only the first rows: the whole list is part of Pro.',
    ro: 'Acestea sunt numai primele rânduri: lista întreagă este disponibilă cu Pro.',
  },
  demo: {
    en: 'Demo data: an invented country; nothing in it is about a real company.',
    ro: 'Date demonstrative: firmele sunt inventate și nu au legătură cu firme reale.',
  },
  cut: {
    en: '[cut off here: Excel takes no longer text; CSV and JSON have all of it]',
    ro: '[text întrerupt aici: Excel nu acceptă mai mult; textul întreg este în CSV și JSON]',
  },
});
