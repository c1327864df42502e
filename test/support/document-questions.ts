/** Fifty typed questions about the documents of two procedures of the demo country, and the number of answered ones. */
import { country } from '#demo-country/country.ts';
import { documentationOn, documentedProcedures } from '#demo-country/documents/documentation.ts';
import type { Topic } from '#demo-country/documents/types.ts';
import { createOpener } from '#domain/documents/opener/opener.ts';
import { search } from '#domain/documents/search/search.ts';
import { contentsOf, pagesOf } from '#domain/documents/tables/contents-table.ts';
import { documentsOf } from '#domain/documents/tables/documentation-table.ts';
import { noHiddenPersons } from '#lib/redaction/hidden-names.ts';
import { type CollectedPlace, storedFile } from './stored-documents.ts';

/** The answering page contains this text; `in`: in a document of this kind. */
interface Question {
  q: string;
  on: string;
  in?: Topic;
}

const ROAD: readonly Question[] = [
  { q: 'grosimea stratului de uzură', on: 'Stratul de uzură' },
  { q: 'grosime strat uzura asfalt', on: 'Stratul de uzură' },
  { q: 'compactarea balastului', on: 'Fundația din balast' },
  { q: 'diametru conducte polietilena', on: 'polietilenă' },
  { q: 'cartea tehnică la recepție', on: 'cartea tehnică' },
  { q: 'indicatoare semnalizare rutiera', on: 'indicatoare' },
  { q: 'reacția la foc a termoizolației', on: 'Termoizolația' },
  { q: 'la ce distanță se transportă pământul excavat', on: 'Pământul excavat' },
  { q: 'experiența șefului de șantier', on: 'Șeful de șantier' },
  { q: 'reciclarea deșeurilor din construcții', on: 'reciclează' },
  { q: 'echipamente de protecție pentru personal', on: 'echipament de protecție' },
  { q: 'durata contractelor luni', on: 'Durata contractului este' },
  { q: 'termen de execuție', on: 'Termenul de execuție este' },
  { q: 'perioadă garanție lucrări', on: 'Perioada de garanție acordată' },
  { q: 'defecte in garantie remediere', on: 'Defectele apărute' },
  { q: 'plata facturilor e-factura', on: 'RO e-Factura' },
  { q: 'avansuri', on: 'Nu se acordă avans' },
  { q: 'ajustarea prețului', on: 'se ajustează' },
  { q: 'garanție de participare', on: 'Garanția de participare', in: 'dataSheet' },
  { q: 'garanții de bună execuție', on: 'Garanția de bună execuție', in: 'contract' },
  { q: 'penalitate întârzieri', on: 'penalități de întârziere' },
  { q: 'litigii instanta competenta', on: 'instanța competentă', in: 'contract' },
  { q: 'cifre de afaceri', on: 'Cifra de afaceri' },
  { q: 'experienta similara in asociere', on: 'obținută în asociere', in: 'clarification' },
  { q: 'criterii de atribuire', on: 'Criteriul de atribuire', in: 'dataSheet' },
  { q: 'valabilitatea ofertelor', on: 'valabilitate a ofertei', in: 'dataSheet' },
  { q: 'ora depunerii ofertelor', on: 'depunerea ofertelor' },
  { q: 'se poate prelungi termenul', on: 'termenul poate fi prelungit', in: 'clarification' },
  { q: 'acorduri de subcontractare', on: 'Acord de subcontractare', in: 'forms' },
  { q: 'conflict de interese', on: 'conflictul de interese', in: 'forms' },
  { q: 'centralizatorul prețurilor', on: 'Centralizator de prețuri', in: 'forms' },
  { q: 'structuri metalice lotul 2', on: 'structurilor metalice' },
  { q: 'potrivit listelor de cantitati', on: 'potrivit listei de cantități', in: 'clarification' },
  { q: '"cel mai bun raport"', on: 'cel mai bun raport', in: 'dataSheet' },
  { q: 'persoane de contact telefon', on: 'Persoana de contact', in: 'dataSheet' },
  { q: 'codului penal', on: 'Codul penal', in: 'forms' },
];

const PUMPS: readonly Question[] = [
  { q: 'puterea nominala a pompelor', on: 'Puterea nominală' },
  { q: 'nivelul zgomotului', on: 'Nivelul de zgomot' },
  { q: 'disponibilitate piesă de schimb', on: 'Piesele de schimb' },
  { q: 'manuale în limba română', on: 'Manualul de utilizare' },
  { q: 'mostra pentru comisia de evaluare', on: 'Mostrele se depun' },
  { q: 'certificare de mediu 14001', on: '14001' },
  { q: 'penalități pe zi de întârziere', on: 'Pentru fiecare zi' },
  { q: 'temperaturi de depozitare', on: 'Temperatura de depozitare' },
  { q: 'orar livrare la depozit', on: 'franco depozitul' },
  { q: 'protectia datelor personale', on: 'Datele cu caracter personal' },
  { q: 'termenul livrării', on: 'Termenul de livrare este' },
  { q: 'receptie cantitativa proces verbal', on: 'Recepția cantitativă' },
  { q: 'cate bucati de pompe', on: 'bucăți' },
  { q: 'declarația de conformitate a producatorilor', on: 'declarația de conformitate' },
];

const QUESTIONS = [
  { notice: 'CN0', place: 0, questions: ROAD },
  { notice: 'CN1', place: 1, questions: PUMPS },
] as const;

export interface Recall {
  asked: number;
  /** Questions answered by the first page found, and by one of the first five. */
  first: number;
  five: number;
  missed: string[];
}

/** Collects and opens the documents of both procedures. */
export async function openQuestioned(location: CollectedPlace): Promise<Map<string, Topic>> {
  const system = country({ seed: 'opening', companies: 400, founded: '2026-11-15' }).procurement();
  const opener = createOpener(location);
  const topics = new Map<string, Topic>();
  for (const { notice, place: number } of QUESTIONS) {
    const procedure = documentedProcedures(system)[number]?.procedure;
    const files = procedure && documentationOn(system, procedure, system.frame.world.founded)?.files;
    for (const file of files ?? []) {
      topics.set(file.code.replace('/', '-'), file.topic);
      await location.store(await storedFile(file, notice));
    }
    await opener.openDocuments(notice, 1, new AbortController().signal);
  }
  opener.close();
  return topics;
}

export async function recallOf({ documents: db }: CollectedPlace, topics: ReadonlyMap<string, Topic>): Promise<Recall> {
  const recall: Recall = { asked: 0, first: 0, five: 0, missed: [] };
  for (const { notice, questions } of QUESTIONS) {
    const rows = await documentsOf(db, notice, 1);
    const contents = await contentsOf(
      db,
      rows.flatMap(({ content_sha256 }) => content_sha256 ?? []),
    );
    const keys = [...contents.values()].map(({ key }) => key);
    const pages = new Map<string, { text: string; topics: (Topic | undefined)[] }>();
    for (const [sha256, { key }] of contents)
      for (const { page, text } of await pagesOf(db, sha256))
        pages.set(`${key}/${page}`, {
          text: text.replace(/\s+/g, ' '),
          topics: rows.filter((row) => row.content_sha256 === sha256).map(({ id }) => topics.get(id)),
        });
    for (const { q, on, in: topic } of questions) {
      const found = await search(q, { db, contents: keys, hidden: noHiddenPersons });
      const visible = (await found?.shown(0, 5)) ?? [];
      const rank = visible.findIndex(({ content, page }) => {
        const answer = pages.get(`${content}/${page}`);
        return answer?.text.includes(on) && (topic === undefined || answer.topics.includes(topic));
      });
      recall.asked++;
      if (rank === 0) recall.first++;
      if (rank >= 0) recall.five++;
      else recall.missed.push(`${q} (${visible.length} pages, ${visible[0]?.found})`);
    }
  }
  return recall;
}
