/** The simulated authority's press: a release every few days, each a PDF; some are scans, one of them of nothing, one is locked and one is broken. */
import type { Day } from '#lib/values/date.ts';
import { dayNumber, dayText } from './days.ts';
import { picturePdf, textPdf } from './pdf.ts';
import { type PressText, pressText } from './press-texts.ts';
import { dice, pick, seedNumber, within } from './random.ts';
import { scanned, slipped } from './scan.ts';

export interface SimulatedRelease {
  /** Path on the static host, encoded. */
  path: string;
  title: string;
  kind: 'text' | 'scan' | 'slipped' | 'locked' | 'broken';
  text: PressText;
  /** Published with it, under the same moment: the page links to both, and nothing else ties them. */
  annex?: SimulatedRelease;
}

/** Releases on the page; older ones leave it. */
const LISTED = 95;
const DAYS_APART = 3;
const OFFICES = ['Anaf', 'Anaf', 'Anaf', 'Brasov', 'Cluj', 'Craiova', 'Galati', 'Iasi', 'Ploiesti', 'Timisoara'];
/** Offices that sent what their scanner made: every so many releases. */
const SCAN_EVERY = 24;
const WORLD = seedNumber('press');

/** The first of them is always on the page: the example of the documentation. */
const fixed: SimulatedRelease[] = [
  {
    ...release('Anaf', '2026-01-15', '103000', 'text', {
      name: 'Calendarul obligatiilor fiscale 2026',
      title: 'Calendarul obligațiilor fiscale pentru anul 2026',
      paragraphs: [
        'COMUNICAT DE PRESĂ',
        'Calendarul obligațiilor fiscale pentru anul 2026',
        'Agenția a publicat calendarul obligațiilor fiscale pentru anul 2026, cu toate termenele de declarare și de plată, pe luni și pe categorii de contribuabili.',
        'Principalele noutăți privesc declararea trimestrială a impozitului pe veniturile microîntreprinderilor, raportarea prin RO e-Factura și depunerea declarației unice.',
        'Calendarul este disponibil pe portalul agenției și poate fi descărcat în format electronic.',
      ],
    }),
    annex: release('Anaf', '2026-01-15', '103000', 'text', {
      name: 'Anexa termene pe luni 2026',
      title: 'Anexă: termenele pe luni',
      paragraphs: ['ANEXĂ', 'Termenele de declarare și de plată, pe luni.', '25 ianuarie: impozitul pe salarii.'],
    }),
  },
  release('Anaf', '2026-02-03', '141500', 'locked', {
    name: 'Raport intern',
    title: 'Raport de activitate (document protejat)',
    paragraphs: ['Acest document este protejat prin parolă.'],
  }),
  release('Galati', '2026-02-11', '090500', 'broken', {
    name: 'Anunt selectie',
    title: 'Anunț privind selecția candidaților',
    paragraphs: ['Acest document a fost trunchiat la încărcare.'],
  }),
  release('Galati', '2026-02-24', '110000', 'text', {
    name: 'Finalizare control administratori',
    title: 'Control finalizat la firmele lui Haralambie-Neofit Cutezătoru',
    paragraphs: [
      'COMUNICAT DE PRESĂ',
      'Control finalizat la firmele lui Haralambie-Neofit Cutezătoru',
      'Inspectorii au verificat o sută de firme administrate de CUTEZATORU HARALAMBIE NEOFIT. Cutezătoru Haralambie-Neofit a pus la dispoziție toate documentele.',
      'Nu au fost constatate prejudicii.',
    ],
  }),
  release('Iasi', '2026-03-04', '120000', 'slipped', {
    name: 'Anunt ilizibil',
    title: 'Anunț privind programul cu publicul (copie scanată)',
    paragraphs: [],
  }),
];

export const showcaseRelease = fixed[0] as SimulatedRelease;

/** What is on the page on a day, newest first. */
export function releasesOn(today: Day): SimulatedRelease[] {
  // Those of today would have hours that are still to come.
  const newest = Math.floor((dayNumber(today) - 1) / DAYS_APART);
  const drawn = Array.from({ length: LISTED }, (_, i) => drawnRelease(newest - i));
  return [...drawn, ...fixed].toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1));
}

/** The bytes of a release on the page; null for any other path. */
export async function releaseFile(path: string, today: Day): Promise<Buffer | null> {
  const known = releasesOn(today)
    .flatMap((one) => [one, ...(one.annex ? [one.annex] : [])])
    .find((one) => one.path === path);
  if (!known) return null;
  const { title, paragraphs } = known.text;
  const roll = dice(WORLD, path.length, path);
  if (known.kind === 'scan') return picturePdf(await scanned(paragraphs, roll), { title });
  if (known.kind === 'slipped') return picturePdf([slipped(roll)], { title });
  const whole = textPdf(paragraphs, { title, locked: known.kind === 'locked' });
  return known.kind === 'broken' ? whole.subarray(0, 300) : whole;
}

function drawnRelease(n: number): SimulatedRelease {
  const roll = dice(WORLD, n, 'release');
  const day = dayText(n * DAYS_APART);
  const time = [within(roll(), 9, 17), within(roll(), 0, 59), within(roll(), 0, 59)]
    .map((part) => String(part).padStart(2, '0'))
    .join('');
  return release(pick(OFFICES, roll()), day, time, n % SCAN_EVERY === 0 ? 'scan' : 'text', pressText(roll, day));
}

function release(
  office: string,
  day: Day,
  time: string,
  kind: SimulatedRelease['kind'],
  text: PressText,
): SimulatedRelease {
  const path = `/static/3/${office}/${day.replaceAll('-', '')}${time}_${encodeURIComponent(text.name)}.pdf`;
  return { path, title: text.title, kind, text };
}

const timeOf = ({ path }: SimulatedRelease): string => /\/([0-9]{14})_/.exec(path)?.[1] ?? '';
