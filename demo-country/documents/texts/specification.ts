/** Specifications (caiet de sarcini): object, quantities, deadlines and reception. */
import type { ContractType } from '#demo-country/procurement/cpv.ts';
import { pick, type Random, random, within } from '#demo-country/random.ts';
import { chapter, countPhrase, dayWords, type Facts, type Item, leiText, type Text } from './facts.ts';

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
          ? `Contractul este împărțit în ${countPhrase(items.length, 'loturi')}; ofertantul poate depune ofertă pentru unul sau pentru mai multe loturi.`
          : 'Contractul nu este împărțit în loturi.',
      ],
    ],
    ['Cantități', items.map(itemLine)],
    ['Cerințe tehnice', technical(facts)],
    [
      `Termenul de ${DUE[kind]}`,
      [
        `Termenul de ${DUE[kind]} este de ${countPhrase(facts.deliveryDays, 'zile')} calendaristice de la data ordinului de începere.`,
        `Durata contractului este de ${countPhrase(facts.contractMonths, 'luni')}, cu posibilitatea de prelungire prin act adițional în condițiile legii.`,
        ...rest,
      ],
    ],
    [
      'Garanție și recepție',
      [
        `Perioada de garanție acordată ${noun} este de minimum ${countPhrase(facts.warrantyMonths, 'luni')} de la recepție.`,
        `Recepția cantitativă și calitativă se face la sediul autorității contractante, pe bază de proces-verbal semnat fără obiecțiuni de ambele părți.`,
        `Defectele apărute în perioada de garanție se remediază în cel mult ${countPhrase(5 + (procedure.number % 10), 'zile')} de la notificare.`,
      ],
    ],
    [
      'Plata',
      [
        `Plata se face prin ordin de plată în contul de trezorerie al contractantului, în ${countPhrase(facts.paymentDays, 'zile')} de la primirea facturii prin RO e-Factura.`,
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

/** A selection of technical clauses, in their usual order. */
function technical({ kind, procedure }: Facts): string[] {
  const roll = random(procedure.number, procedure.number, 'clauses');
  const ranked = clauses[kind].map((clause) => ({ clause, rank: roll() }));
  const selected = new Set(
    ranked
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, CLAUSES)
      .map(({ clause }) => clause),
  );
  return clauses[kind].filter((clause: Clause) => selected.has(clause)).map((clause) => clause(roll));
}

type Clause = (roll: Random) => string;

const always: Clause[] = [
  () => 'Ofertantul prezintă certificat SR EN ISO 9001 sau echivalent, valabil la data limită de depunere a ofertelor.',
  () => 'Ofertantul prezintă certificat SR EN ISO 14001 sau echivalent privind managementul de mediu.',
  (roll) =>
    `Personalul contractantului poartă echipament de protecție și are instruirea privind securitatea muncii făcută cu cel mult ${countPhrase(within(roll(), 3, 12), 'luni')} înainte.`,
  (roll) =>
    `Contractantul desemnează un responsabil de contract care răspunde la solicitări în cel mult ${countPhrase(within(roll(), 2, 24), 'ore')}.`,
  () =>
    'Datele cu caracter personal se prelucrează numai în scopul executării contractului, potrivit Regulamentului (UE) 2016/679.',
  (roll) =>
    `Pentru fiecare zi de întârziere se datorează penalități de 0,${within(roll(), 1, 15)}% din valoarea obligației neexecutate.`,
];

const clauses: Record<ContractType, Clause[]> = {
  Furnizare: [
    (roll) =>
      `Produsele sunt noi, fabricate în anul livrării sau cu cel mult ${countPhrase(within(roll(), 6, 18), 'luni')} înainte.`,
    () => 'Produsele poartă marcajul CE și sunt însoțite de declarația de conformitate a producătorului.',
    (roll) =>
      `Ambalajul este rezistent la umiditate și la manipulare, cu cel mult ${within(roll(), 10, 60)} kg pe colet.`,
    (roll) =>
      `Temperatura de depozitare este cuprinsă între ${within(roll(), 2, 8)} și ${within(roll(), 20, 40)} grade Celsius.`,
    (roll) =>
      `Puterea nominală este de minimum ${within(roll(), 2, 75)} kW, iar randamentul de minimum ${within(roll(), 72, 94)}%.`,
    (roll) => `Nivelul de zgomot măsurat la un metru nu depășește ${within(roll(), 45, 78)} dB(A).`,
    (roll) => `Gradul de protecție este minimum IP${pick([44, 54, 55, 65, 68], roll())}.`,
    (roll) => `Piesele de schimb sunt disponibile timp de ${countPhrase(within(roll(), 5, 15), 'ani')} de la recepție.`,
    (roll) =>
      `Livrarea se face franco depozitul beneficiarului, în zilele lucrătoare, între orele 8:00 și ${within(roll(), 14, 17)}:00.`,
    (roll) =>
      `Contractantul instruiește minimum ${countPhrase(within(roll(), 2, 12), 'utilizatori')} la sediul beneficiarului.`,
    () => 'Manualul de utilizare și fișa tehnică se predau în limba română, pe hârtie și în format electronic.',
    (roll) => `Valabilitatea rămasă la livrare este de minimum ${within(roll(), 60, 90)}% din termenul total.`,
    (roll) =>
      `Mostrele se depun în cel mult ${countPhrase(within(roll(), 3, 10), 'zile')} de la solicitarea comisiei de evaluare.`,
    ...always,
  ],
  Servicii: [
    (roll) =>
      `Echipa cuprinde minimum ${countPhrase(within(roll(), 2, 9), 'experți')}, dintre care un coordonator cu experiență de ${countPhrase(within(roll(), 3, 10), 'ani')}.`,
    (roll) => `Serviciile se prestează de luni până vineri, între orele 8:00 și ${within(roll(), 16, 22)}:00.`,
    (roll) => `Timpul de intervenție este de cel mult ${countPhrase(within(roll(), 1, 8), 'ore')} de la sesizare.`,
    (roll) => `Raportul lunar de activitate se predă până la data de ${within(roll(), 3, 10)} a lunii următoare.`,
    (roll) => `Disponibilitatea serviciului este de minimum 99,${within(roll(), 1, 9)}% pe lună calendaristică.`,
    (roll) => `Prestatorul menține o asigurare de răspundere civilă de minimum ${within(roll(), 1, 10)}00.000 de lei.`,
    (roll) =>
      `Metodologia de lucru se predă în ${countPhrase(within(roll(), 5, 20), 'zile')} de la semnarea contractului.`,
    () =>
      'Documentele elaborate devin proprietatea autorității contractante, care le poate folosi fără limită de timp.',
    (roll) => `Numărul de deplasări incluse în preț este de ${within(roll(), 4, 48)} pe an.`,
    (roll) =>
      `Indicatorii de performanță se verifică trimestrial; sub pragul de ${within(roll(), 80, 95)}% se aplică reduceri de preț.`,
    () => 'Subcontractarea este permisă numai cu acordul scris al autorității contractante.',
    (roll) =>
      `Predarea la sfârșitul contractului durează cel mult ${countPhrase(within(roll(), 10, 30), 'zile')} și este inclusă în preț.`,
    ...always,
  ],
  Lucrari: [
    (roll) =>
      `Betonul este de clasă minimum C${pick(['16/20', '20/25', '25/30', '30/37'], roll())}, turnat la temperaturi de peste 5 grade Celsius.`,
    (roll) =>
      `Stratul de uzură din beton asfaltic are grosimea de ${within(roll(), 4, 6)} cm, iar stratul de legătură de ${within(roll(), 5, 8)} cm.`,
    (roll) =>
      `Fundația din balast are grosimea de ${within(roll(), 20, 40)} cm după compactare, cu un grad de compactare de minimum ${within(roll(), 95, 98)}%.`,
    (roll) =>
      `Conductele sunt din polietilenă de înaltă densitate PE100, cu diametrul de ${pick([63, 90, 110, 160, 200, 250], roll())} mm.`,
    (roll) =>
      `Proba de presiune se face la ${within(roll(), 6, 16)} bari, timp de ${countPhrase(within(roll(), 2, 24), 'ore')}.`,
    () => 'Constructorul întocmește cartea tehnică a construcției și o predă la recepția la terminarea lucrărilor.',
    (roll) =>
      `Semnalizarea rutieră temporară cuprinde minimum ${countPhrase(within(roll(), 6, 40), 'indicatoare')} și se aprobă de poliția rutieră.`,
    (roll) =>
      `Termoizolația din vată minerală are grosimea de ${within(roll(), 10, 20)} cm și clasa de reacție la foc A1.`,
    (roll) => `Pământul excavat se transportă la o distanță de cel mult ${within(roll(), 3, 25)} km.`,
    (roll) =>
      `Șeful de șantier are experiență de minimum ${countPhrase(within(roll(), 3, 10), 'ani')} în lucrări similare.`,
    (roll) =>
      `Graficul de execuție fizic și valoric se actualizează la fiecare ${countPhrase(within(roll(), 7, 30), 'zile')}.`,
    (roll) =>
      `Minimum ${within(roll(), 50, 75)}% din deșeurile nepericuloase din construcții se reutilizează sau se reciclează.`,
    ...always,
  ],
};
