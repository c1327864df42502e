/** What the simulated tax authority tells the press, in the words that such releases have. All figures are invented. */

import { spelledDay } from './gazette-days.ts';
import { type Dice, pick, within } from './random.ts';

export interface PressText {
  /** As in the file's name: without diacritics, as offices type them. */
  name: string;
  title: string;
  paragraphs: string[];
}

type Write = (roll: Dice, day: string) => PressText;

const TOWNS = ['Brașov', 'Cluj-Napoca', 'Constanța', 'Craiova', 'Galați', 'Iași', 'Ploiești', 'Timișoara', 'Oradea'];
const million = (roll: Dice, low: number, high: number): string =>
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

export function pressText(roll: Dice, day: string): PressText {
  const text = pick(writers, roll())(roll, day);
  return { ...text, paragraphs: ['COMUNICAT DE PRESĂ', text.title, ...text.paragraphs, closing] };
}
