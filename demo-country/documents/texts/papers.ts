/** The other papers of a documentation: data sheet, contract, forms, strategy, decision and answers to bidders. */
import { isShowcaseNumber } from '#demo-country/procurement/frame.ts';
import { contactLine, contactOf } from '#demo-country/procurement/party.ts';
import type { Facts } from './facts.ts';
import { chapter, countPhrase, dayWords, hourText, leiText, type Text } from './facts.ts';
import { itemLine } from './specification.ts';

export function dataSheet(facts: Facts): Text {
  const { procedure, notice } = facts;
  const { authority, cpv, deadlineOn, deadlineAt, estimatedValue, number } = procedure;
  return {
    title: `Fișa de date a achiziției - ${notice}`,
    paragraphs: [
      'FIȘA DE DATE A ACHIZIȚIEI',
      `Anunț ${notice}, publicat la ${dayWords(procedure.publishedOn)}`,
      ...chapter(1, 'Autoritatea contractantă', [
        `${authority.name}, cod de identificare fiscală ${authority.cui}, ${authority.street}, ${authority.city}.`,
        contactLine(number),
      ]),
      ...chapter(2, 'Obiectul contractului', [
        `${procedure.title}.`,
        `Tipul contractului: ${facts.kind}. Cod CPV principal: ${cpv.code}-${cpv.check}.`,
        `Valoarea totală estimată: ${leiText(estimatedValue)}, fără TVA.`,
        procedure.isFramework
          ? 'Procedura se finalizează prin încheierea unui acord-cadru.'
          : 'Procedura se finalizează prin încheierea unui contract de achiziție publică.',
        ...facts.items.map(itemLine),
      ]),
      ...chapter(3, 'Condiții de participare', [
        'Ofertanții nu se vor regăsi în situațiile prevăzute la art. 164, 165 și 167 din Legea nr. 98/2016.',
        `Cifra de afaceri medie pe ultimii 3 ani: minimum ${facts.turnoverMillions} milioane lei.`,
        `Experiență similară: contracte de același fel, duse la bun sfârșit în ultimii 3 ani, în valoare cumulată de minimum ${leiText(facts.experience)}.`,
        'Certificare ISO 9001 sau echivalent.',
        `Garanția de participare: 1% din valoarea estimată, adică ${leiText(Math.round(estimatedValue / 100))}.`,
      ]),
      ...chapter(4, 'Procedura', [
        `Tipul procedurii: ${procedure.procedureType.text}.`,
        `Data limită pentru depunerea ofertelor: ${dayWords(deadlineOn)}, ora ${hourText(deadlineAt)}.`,
        `Autoritatea contractantă răspunde solicitărilor de clarificări cu ${countPhrase(facts.answerDays, 'zile')} înainte de data limită.`,
        'Perioada de valabilitate a ofertei: 6 luni.',
        'Criteriul de atribuire: cel mai bun raport calitate-preț.',
      ]),
    ],
  };
}

/** A person who can request to be hidden, with an impossible personal number: there is no county 60. */
const OWNER =
  'Terenul pus la dispoziție aparține domnului Haralambie-Neofit CUTEZĂTORU, CNP 1611109600013, potrivit extrasului de carte funciară.';

export function contract(facts: Facts): Text {
  const { procedure, notice } = facts;
  return {
    title: 'Model de contract',
    paragraphs: [
      facts.procedure.isFramework ? 'ACORD-CADRU (model)' : 'CONTRACT DE ACHIZIȚIE PUBLICĂ (model)',
      `Nr. ........ data ........, în temeiul Legii nr. 98/2016 și al anunțului ${notice}`,
      ...chapter(1, 'Părțile', [
        `${procedure.authority.name}, cod fiscal ${procedure.authority.cui}, în calitate de achizitor, și`,
        '........................................, în calitate de contractant.',
        ...(isShowcaseNumber('procedure', procedure.number) ? [OWNER] : []),
      ]),
      ...chapter(2, 'Obiectul și prețul', [
        `Obiectul contractului: ${procedure.title}.`,
        ...facts.items.map(({ name, quantity, unit }) => `${name}: ${quantity} ${unit}.`),
        'Prețul contractului este de ............ lei, fără TVA.',
      ]),
      ...chapter(3, 'Termene', [
        `Durata contractului este de ${countPhrase(facts.contractMonths, 'luni')}.`,
        `Plata se face în ${countPhrase(facts.paymentDays, 'zile')} de la primirea facturii.`,
        'Garanția de bună execuție este de 10% din prețul contractului, fără TVA, și se constituie în 5 zile lucrătoare de la semnare.',
      ]),
      ...chapter(4, 'Răspundere', [
        'Contractantul datorează penalități de întârziere în cuantumul prevăzut în caietul de sarcini.',
        'Litigiile se soluționează pe cale amiabilă sau, dacă nu este posibil, de instanța competentă de la sediul achizitorului.',
      ]),
    ],
  };
}

export const forms = ({ notice, procedure }: Facts): Text => ({
  title: 'Formulare',
  paragraphs: [
    'SECȚIUNEA FORMULARE',
    `Procedura ${notice}: ${procedure.title}`,
    ...[
      'Scrisoare de înaintare',
      'Împuternicire',
      'Declarație privind conflictul de interese',
      'Formular de ofertă',
      'Centralizator de prețuri',
      'Acord de asociere',
      'Acord de subcontractare',
    ].flatMap((form, i) => [
      `Formularul nr. ${i + 1}. ${form}`,
      `Subsemnatul ...................., reprezentant împuternicit al ...................., declar pe propria răspundere, cunoscând prevederile art. 326 din Codul penal, că datele prezentate la procedura ${notice} sunt complete și corecte.`,
      'Data completării: ............ Ofertant (semnătura autorizată): ............',
    ]),
  ],
});

export const strategy = ({ procedure, notice, kind }: Facts): Text => ({
  title: 'Strategia de contractare',
  paragraphs: [
    'STRATEGIA DE CONTRACTARE',
    `Procedura ${notice}: ${procedure.title}`,
    `Având în vedere referatul de necesitate și consultarea pieței, se propune atribuirea unui contract de tip ${kind}, cu o valoare estimată de ${leiText(procedure.estimatedValue)}, fără TVA.`,
    procedure.lots.length > 0
      ? `Împărțirea în ${countPhrase(procedure.lots.length, 'loturi')} permite participarea întreprinderilor mici și mijlocii.`
      : 'Împărțirea în loturi nu este justificată: operațiunile depind tehnic unele de altele.',
    procedure.euProgramme
      ? `Finanțarea se asigură din fonduri europene, prin ${procedure.euProgramme}.`
      : 'Finanțarea se asigură din bugetul propriu.',
    `Riscurile identificate: depășirea termenului de ${countPhrase(factsDays(procedure.number), 'zile')}, creșterea prețurilor, contestațiile.`,
  ],
});

const factsDays = (number: number): number => 30 + (number % 60);

export const decision = ({ procedure, notice }: Facts): Text => ({
  title: 'Decizie de numire a comisiei de evaluare',
  paragraphs: [
    `${procedure.authority.name}`,
    `DECIZIA NR. ${100 + (procedure.number % 800)}`,
    `Privind numirea comisiei de evaluare a ofertelor la procedura ${notice}`,
    `Art. 1. Se numește comisia de evaluare, formată din: ${[1, 2, 3].map((n) => contactOf(procedure.number * 7 + n).name).join(', ')}.`,
    `Art. 2. Comisia își începe activitatea la ${dayWords(procedure.deadlineOn)}, după ora ${hourText(procedure.deadlineAt)}.`,
    'Art. 3. Membrii comisiei semnează declarația de confidențialitate și imparțialitate.',
  ],
});

const QUESTIONS: ((facts: Facts) => [question: string, answer: string])[] = [
  (facts) => [
    'Vă rugăm să precizați dacă termenul poate fi prelungit.',
    `Termenul prevăzut în caietul de sarcini este de ${countPhrase(facts.deliveryDays, 'zile')} și nu se modifică.`,
  ],
  (facts) => [
    'Vă rugăm să confirmați cantitatea solicitată la prima poziție.',
    `Cantitatea este de ${facts.items[0]?.quantity} ${facts.items[0]?.unit}, potrivit listei de cantități.`,
  ],
  (facts) => [
    'Se acceptă experiență similară obținută în asociere?',
    `Da. Valoarea cumulată rămâne de minimum ${leiText(facts.experience)}.`,
  ],
];

export function clarification(facts: Facts, number: number): Text {
  const answers = QUESTIONS.filter((_, i) => i !== number % QUESTIONS.length).map((write) => write(facts));
  return {
    title: `Răspuns la solicitarea de clarificări nr. ${number}`,
    paragraphs: [
      `RĂSPUNS LA SOLICITAREA DE CLARIFICĂRI NR. ${number}`,
      `Către toți operatorii economici interesați de procedura ${facts.notice}`,
      ...answers.flatMap(([question, answer], i) => [`Întrebarea ${i + 1}: ${question}`, `Răspuns: ${answer}`]),
      `Data limită pentru depunerea ofertelor rămâne ${dayWords(facts.procedure.deadlineOn)}, ora ${hourText(facts.procedure.deadlineAt)}.`,
    ],
  };
}

export const quantities = (facts: Facts): Text => ({
  title: 'Lista de cantități',
  paragraphs: ['LISTA DE CANTITĂȚI', `Procedura ${facts.notice}, valori fără TVA`],
  table: {
    headers: ['Nr. crt.', 'Denumire', 'U.M.', 'Cantitate', 'Valoare estimată (lei)'],
    rows: facts.items.map(({ name, unit, quantity, value }, i) => [i + 1, name, unit, quantity, value / 100]),
  },
});
