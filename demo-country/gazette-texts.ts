/** Texts of firms' decisions in the Official Gazette. */

import { dayText, spelledDay } from './days.ts';
import type { Entity } from './entity.ts';
import { pick, type Random, within } from './random.ts';

export interface GazetteText {
  title: string;
  text: string;
}

/** Facts of a firm on the day of its decision. */
export interface Decision {
  entity: Entity;
  /** As it is printed: with the dots of its legal form. */
  name: string;
  seat: string;
  day: number;
  roll: Random;
}

type Write = (of: Decision) => GazetteText;

const owners = ({ entity }: Decision): string => (entity.form === 'SA' ? 'acționarilor' : 'asociaților');
const meeting = (of: Decision): string =>
  `a Adunării generale ${pick(['ordinare', 'extraordinare'], of.roll())} a ${owners(of)}`;
const heading = (of: Decision): string =>
  `HOTĂRÂREA nr. ${within(of.roll(), 1, 9)} din data de ${spelledDay(dayText(of.day - within(of.roll(), 10, 40)))}`;

const opening = (of: Decision): string =>
  `${of.entity.form === 'SA' ? 'Acționarii' : 'Asociații'} societății ${of.name}, cu sediul în ${of.seat}, întruniți legal și statutar, cu votul deținătorilor a ${within(of.roll(), 67, 100)}% din capitalul social,\nau hotărât:`;
const closing =
  'Prezenta hotărâre se va înregistra la oficiul registrului comerțului și se va publica în Monitorul Oficial al României, Partea a IV-a.';

const articles = (of: Decision, ...texts: string[]): string =>
  [opening(of), ...texts.map((text, i) => `Art. ${i + 1}. ${text}`), closing].join('\n');

const lei = (amount: number): string => `${Math.max(100, Math.round(amount / 100) * 100).toLocaleString('ro-RO')} lei`;

export const accounts: Write = (of) => ({
  title: `${heading(of)} a Adunării generale ordinare a ${owners(of)}`,
  text: articles(
    of,
    `Se aprobă situațiile financiare anuale ale exercițiului încheiat la 31 decembrie ${Number(dayText(of.day).slice(0, 4)) - 1}.`,
    `Se descarcă de gestiune administratorii pentru activitatea desfășurată în exercițiul financiar încheiat.`,
    `Profitul net se repartizează la rezerve și la alte destinații stabilite de adunarea generală.`,
  ),
});

export const capital: Write = (of) => {
  const before = within(of.roll(), 1, 40) * 1_000;
  return {
    title: `${heading(of)} ${meeting(of)}`,
    text: articles(
      of,
      `Se aprobă majorarea capitalului social de la ${lei(before)} la ${lei(before * within(of.roll(), 2, 9))}, prin aport în numerar.`,
      `Se modifică în mod corespunzător actul constitutiv al societății.`,
    ),
  };
};

export const seatMoved: Write = (of) => ({
  title: `${heading(of)} ${meeting(of)}`,
  text: articles(
    of,
    `Se aprobă mutarea sediului social în ${of.seat}.`,
    'Celelalte prevederi ale actului constitutiv rămân neschimbate.',
  ),
});

export const renamed: Write = (of) => ({
  title: `${heading(of)} ${meeting(of)}`,
  text: articles(of, `Se aprobă schimbarea denumirii societății, care va fi ${of.name}.`),
});

export const manager: Write = (of) => ({
  title: `DECIZIA nr. ${within(of.roll(), 1, 30)} din ${spelledDay(dayText(of.day - within(of.roll(), 5, 20)))}`,
  text: `${of.entity.form === 'SA' ? 'Consiliul de administrație' : 'Asociatul unic'} al societății ${of.name}, cu sediul în ${of.seat},\ndecide:\nArt. 1. Mandatul administratorului${inOffice(of)} se prelungește cu ${within(of.roll(), 2, 4)} ani.\nArt. 2. Administratorul are puteri depline de reprezentare a societății.`,
});

/** The current officer, given names first, as in such texts; the registry has the family name first. */
function inOffice({ entity, day }: Decision): string {
  const officer = entity.officers.find(({ person, from, until }) => person && from <= day && (until ?? day) >= day);
  return officer?.person ? `, ${[...officer.person.firstNames, officer.person.surname].join(' ')},` : '';
}

export const summons: Write = (of) => ({
  title: 'CONVOCARE',
  text: `Consiliul de administrație al ${of.name}, cu sediul în ${of.seat}, convoacă Adunarea generală a ${owners(of)} pentru data de ${spelledDay(dayText(of.day + within(of.roll(), 30, 45)))}, ora 11.00, la sediul societății, cu următoarea ordine de zi:\n1. Prezentarea și aprobarea raportului de gestiune.\n2. Aprobarea bugetului de venituri și cheltuieli.\n3. Diverse.`,
});

export const activities: Write = (of) => ({
  title: `ACT ADIȚIONAL din ${spelledDay(dayText(of.day - within(of.roll(), 5, 30)))} la actul constitutiv`,
  text: `La actul constitutiv al societății ${of.name} se completează obiectul de activitate cu cod CAEN ${of.entity.trade.code}. Restul prevederilor rămân neschimbate.`,
});

export const insolvency: Write = (of) => ({
  title: 'NOTIFICARE privind deschiderea procedurii insolvenței',
  text: `Se notifică deschiderea procedurii generale a insolvenței împotriva debitorului ${of.name}, cu sediul în ${of.seat}. Termenul pentru depunerea cererilor de admitere a creanțelor este de 45 de zile de la deschiderea procedurii.`,
});

export const dissolution: Write = (of) => ({
  title: `${heading(of)} a Adunării generale extraordinare a ${owners(of)}`,
  text: articles(
    of,
    `Se aprobă dizolvarea și lichidarea voluntară a societății.`,
    'Creditorii pot face opoziție în termen de 30 de zile de la publicare.',
  ),
});
