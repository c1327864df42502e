/** The specifications (caiet de sarcini): what is bought, how much of it, by when and how it is received. */

import type { ContractType } from '#demo-country/procurement/cpv.ts';
import { dice } from '#demo-country/random.ts';
import type { Facts, Item } from './facts.ts';
import { type Clause, clauses } from './specification-clauses.ts';
import { chapter, counted, dayWords, leiText, type Text } from './words.ts';

const NOUN: Record<ContractType, string> = { Furnizare: 'produselor', Servicii: 'serviciilor', Lucrari: 'lucrărilor' };
const DUE: Record<ContractType, string> = { Furnizare: 'livrare', Servicii: 'prestare', Lucrari: 'execuție' };

export function specification(facts: Facts): Text {
  const { procedure, kind, notice, items, revision } = facts;
  const noun = NOUN[kind];
  const rest = facts.hasVisit
    ? [
        'Vizitarea amplasamentului este obligatorie și se face cu programare, cel târziu cu 10 zile înainte de termenul de depunere a ofertelor.',
      ]
    : [];
  const review = facts.hasPriceReview
    ? [
        'Prețul contractului se ajustează o dată pe an, cu indicele prețurilor de consum comunicat de Institutul Național de Statistică.',
      ]
    : [];
  const chapters: [string, string[]][] = [
    [
      'Informații generale',
      [
        `Autoritatea contractantă: ${procedure.authority.name}, cod fiscal ${procedure.authority.cui}, ${procedure.authority.city}.`,
        `Prezentul caiet de sarcini face parte integrantă din documentația de atribuire a procedurii inițiate prin anunțul ${notice} și constituie ansamblul cerințelor pe baza cărora se elaborează propunerea tehnică.`,
        `Cerințele sunt minimale. Orice specificație care indică o anumită origine, marcă sau un brevet se citește însoțită de mențiunea „sau echivalent”.`,
      ],
    ],
    [
      'Obiectul contractului',
      [
        `${procedure.title}. Cod CPV ${procedure.cpv.code}-${procedure.cpv.check} ${procedure.cpv.title}.`,
        `Valoarea totală estimată este de ${leiText(procedure.estimatedValue)}, fără TVA.`,
        items.some(({ lot }) => lot)
          ? `Contractul este împărțit în ${counted(items.length, 'loturi')}; ofertantul poate depune ofertă pentru unul sau pentru mai multe loturi.`
          : 'Contractul nu este împărțit în loturi.',
      ],
    ],
    ['Cantități', items.map(itemLine)],
    ['Cerințe tehnice', technical(facts)],
    [
      `Termenul de ${DUE[kind]}`,
      [
        `Termenul de ${DUE[kind]} este de ${counted(facts.deliveryDays, 'zile')} calendaristice de la data ordinului de începere.`,
        `Durata contractului este de ${counted(facts.contractMonths, 'luni')}, cu posibilitatea de prelungire prin act adițional în condițiile legii.`,
        ...rest,
      ],
    ],
    [
      'Garanție și recepție',
      [
        `Perioada de garanție acordată ${noun} este de minimum ${counted(facts.warrantyMonths, 'luni')} de la recepție.`,
        `Recepția cantitativă și calitativă se face la sediul autorității contractante, pe bază de proces-verbal semnat fără obiecțiuni de ambele părți.`,
        `Defectele apărute în perioada de garanție se remediază în cel mult ${counted(5 + (procedure.number % 10), 'zile')} de la notificare.`,
      ],
    ],
    [
      'Plata',
      [
        `Plata se face prin ordin de plată în contul de trezorerie al contractantului, în ${counted(facts.paymentDays, 'zile')} de la primirea facturii prin RO e-Factura.`,
        'Nu se acordă avans.',
        ...review,
      ],
    ],
  ];
  return {
    title: `Caiet de sarcini - ${procedure.title}`,
    paragraphs: [
      'CAIET DE SARCINI',
      procedure.title,
      `Anunț ${notice} din ${dayWords(procedure.publishedOn)}${revision > 1 ? `, revizia ${revision}` : ''}`,
      ...chapters.flatMap(([heading, body], i) => chapter(i + 1, heading, body)),
      'Întocmit, Compartimentul achiziții publice',
    ],
  };
}

export const itemLine = ({ name, quantity, unit, value }: Item): string =>
  `${name}: ${quantity} ${unit}, valoare estimată ${leiText(value)}, fără TVA.`;

const CLAUSES = 14;

/** Some of what such specifications ask for, in the order in which they always stand. */
function technical({ kind, procedure }: Facts): string[] {
  const roll = dice(procedure.number, procedure.number, 'clauses');
  const drawn = clauses[kind].map((clause) => ({ clause, place: roll() }));
  const kept = new Set(
    drawn
      .toSorted((a, b) => a.place - b.place)
      .slice(0, CLAUSES)
      .map(({ clause }) => clause),
  );
  return clauses[kind].filter((clause: Clause) => kept.has(clause)).map((clause) => clause(roll));
}
