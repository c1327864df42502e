/** The simulated authority's press: a release every few days, each a PDF; some are scans, one of them of nothing, one is locked and one is broken. */
import type { Day } from '#lib/values/date.ts';
import { type Answer, html } from './answer.ts';
import { dayNumber, dayText, spelledDay } from './days.ts';
import { picturePdf, textPdf } from './pdf.ts';
import { pick, type Random, random, seedNumber, within } from './random.ts';
import { scanPages, unreadablePage } from './scan.ts';

interface SimulatedRelease {
  /** Path on the static host, encoded. */
  path: string;
  title: string;
  kind: 'text' | 'scan' | 'slipped' | 'locked' | 'broken';
  text: PressText;
  /** Published at the same moment; only the page links both. */
  annex?: SimulatedRelease;
}

/** Releases on the page; older ones leave it. */
const LISTED = 95;
const DAYS_APART = 3;
const OFFICES = ['Anaf', 'Anaf', 'Anaf', 'Brasov', 'Cluj', 'Craiova', 'Galati', 'Iasi', 'Ploiesti', 'Timisoara'];
/** One release in so many is a scan. */
const SCAN_EVERY = 24;
const WORLD = seedNumber('press');

/** The first is the example in the documentation. */
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

/** Releases on the page on a day, newest first. */
export function releasesOn(today: Day): SimulatedRelease[] {
  // Releases of today could be in the future.
  const newest = Math.floor((dayNumber(today) - 1) / DAYS_APART);
  const drawn = Array.from({ length: LISTED }, (_, i) => drawnRelease(newest - i));
  return [...drawn, ...fixed].toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1));
}

/** The bytes of a release on the page; null for any other path. */
async function releaseFile(path: string, today: Day): Promise<Buffer | null> {
  const match = releasesOn(today)
    .flatMap((one) => [one, ...(one.annex ? [one.annex] : [])])
    .find((one) => one.path === path);
  if (!match) return null;
  const { title, paragraphs } = match.text;
  const roll = random(WORLD, path.length, path);
  if (match.kind === 'scan') return picturePdf(await scanPages(paragraphs, roll), { title });
  if (match.kind === 'slipped') return picturePdf([unreadablePage(roll)], { title });
  const whole = textPdf(paragraphs, { title, locked: match.kind === 'locked' });
  return match.kind === 'broken' ? whole.subarray(0, 300) : whole;
}

function drawnRelease(n: number): SimulatedRelease {
  const roll = random(WORLD, n, 'release');
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

interface PressText {
  /** As in the file's name: without diacritics, as offices type them. */
  name: string;
  title: string;
  paragraphs: string[];
}

type Write = (roll: Random, day: string) => PressText;

const TOWNS = ['Brașov', 'Cluj-Napoca', 'Constanța', 'Craiova', 'Galați', 'Iași', 'Ploiești', 'Timișoara', 'Oradea'];
const million = (roll: Random, low: number, high: number): string =>
  `${within(roll(), low, high)},${within(roll(), 1, 9)} milioane de lei`;

/** Romanian counts `19 firme`, but `20 de firme`, and `119 firme` again. */
const many = (count: number): string => (count % 100 > 0 && count % 100 < 20 ? `${count}` : `${count} de`);

const closing =
  'Agenția reamintește contribuabililor că plata la termen a obligațiilor fiscale nu presupune costuri suplimentare. Informații se pot obține la telefon 031.403.91.60 sau prin Spațiul Privat Virtual.';

const writers: Write[] = [
  (roll, day) => ({
    name: 'Colectare venituri bugetare',
    title: `Încasări bugetare în creștere: ${million(roll, 900, 1900)} peste program`,
    paragraphs: [
      `În luna precedentă, veniturile colectate la bugetul general consolidat au depășit programul cu ${million(roll, 900, 1900)}, potrivit datelor operative din ${spelledDay(day)}.`,
      `Cea mai mare creștere s-a înregistrat la taxa pe valoarea adăugată, unde încasările au fost cu ${within(roll(), 4, 19)}% mai mari decât în aceeași perioadă a anului trecut. Contribuțiile sociale au crescut cu ${within(roll(), 2, 12)}%.`,
      `Gradul de conformare voluntară la declarare a ajuns la ${within(roll(), 93, 98)},${within(roll(), 1, 9)}%.`,
    ],
  }),
  (roll) => {
    const town = pick(TOWNS, roll());
    return {
      name: 'Controale antifrauda comert online',
      title: `Controale antifraudă în comerțul online, la ${town}`,
      paragraphs: [
        `Inspectorii antifraudă fiscală au verificat ${many(within(roll(), 40, 260))} comercianți care vând prin internet în zona ${town}.`,
        `Au fost stabilite prejudicii de ${million(roll, 2, 40)} și au fost aplicate amenzi de ${within(roll(), 100, 900)}.000 de lei. În ${within(roll(), 3, 20)} cazuri au fost dispuse măsuri asigurătorii.`,
        'Cele mai frecvente nereguli au fost neemiterea bonurilor fiscale și nedeclararea veniturilor încasate prin curierat rapid cu plata ramburs.',
      ],
    };
  },
  (roll, day) => ({
    name: 'Termen depunere declaratii',
    title: `Termen important: declarațiile fiscale se depun până la ${spelledDay(`${day.slice(0, 8)}25`)}`,
    paragraphs: [
      `Până la ${spelledDay(`${day.slice(0, 8)}25`)} contribuabilii depun declarația privind obligațiile de plată la bugetul de stat și decontul de taxă pe valoarea adăugată.`,
      'Declarațiile se transmit exclusiv prin mijloace electronice de transmitere la distanță. Formularele și programele de asistență sunt publicate pe portalul agenției.',
      `Anul trecut, la aceeași scadență, au fost depuse ${within(roll(), 700, 990)}.000 de declarații.`,
    ],
  }),
  (roll) => ({
    name: 'RO e-Factura stadiu',
    title: `RO e-Factura: ${many(within(roll(), 600, 980))} mii de operatori înregistrați`,
    paragraphs: [
      `Sistemul național privind factura electronică RO e-Factura a prelucrat luna trecută ${many(within(roll(), 40, 75))} milioane de facturi, transmise de peste ${many(within(roll(), 600, 980))} mii de operatori economici.`,
      'Obligația de transmitere a facturilor se consideră îndeplinită la data încărcării acestora în sistem. Facturile respinse la validare se corectează și se transmit din nou.',
    ],
  }),
  (roll) => {
    const town = pick(TOWNS, roll());
    return {
      name: 'Licitatie bunuri confiscate',
      title: `Licitație publică pentru bunuri intrate în proprietatea privată a statului, la ${town}`,
      paragraphs: [
        `Direcția generală regională organizează la ${town} o licitație cu strigare pentru ${many(within(roll(), 4, 60))} autoturisme și alte bunuri mobile.`,
        `Prețul de pornire al celui mai valoros lot este de ${within(roll(), 20, 180)}.000 de lei, fără taxă pe valoarea adăugată. Garanția de participare este de 10% din prețul de pornire.`,
      ],
    };
  },
  (roll) => ({
    name: 'Dialog cu mediul de afaceri',
    title: 'Dialog cu mediul de afaceri privind simplificarea obligațiilor declarative',
    paragraphs: [
      `La sediul agenției a avut loc o întâlnire cu reprezentanții a ${many(within(roll(), 8, 30))} asociații profesionale, consacrată simplificării obligațiilor declarative și digitalizării.`,
      'Participanții au discutat despre fișierul standard de control fiscal SAF-T, precompletarea deconturilor și reducerea numărului de formulare.',
      'Propunerile vor fi analizate de un grup de lucru, iar concluziile vor fi făcute publice.',
    ],
  }),
];

function pressText(roll: Random, day: string): PressText {
  const text = pick(writers, roll())(roll, day);
  return { ...text, paragraphs: ['COMUNICAT DE PRESĂ', text.title, ...text.paragraphs, closing] };
}

export const PRESS_PAGE = '/presa/comunicate';

/** Links have the real host, as on the real page; the client maps it to this server. */
export async function answerPress(path: string, today: Day): Promise<Answer> {
  if (path === PRESS_PAGE) return html(pressPage(today));
  const body = await releaseFile(path, today);
  if (body === null) return html('<html><body><h1>404 - Fișierul nu a fost găsit</h1></body></html>', 404);
  return { status: 200, headers: { 'content-type': 'application/pdf' }, body };
}

function pressPage(today: Day): string {
  const link = ({ path, title }: SimulatedRelease): string =>
    `<a target="_blank" href="https://static.anaf.ro${path}"><b>${escaped(title)}</b></a>`;
  const rows = releasesOn(today).map((one) => `<li>${link(one)}${one.annex ? ` ${link(one.annex)}` : ''}</li>`);
  return `<!doctype html><html lang="ro"><head><title>Comunicate de presă</title></head><body><nav><a href="/">Acasă</a> <a href="https://static.anaf.ro/static/10/Anaf/legislatie/Cod_fiscal.htm">Codul fiscal</a></nav><h1>Comunicate de presă</h1><ul>\n${rows.join('\n')}\n</ul></body></html>`;
}

/** Half of the letters are written as entities, as editors of such pages leave them. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('ș', '&#351;').replaceAll('ț', 'ţ');
