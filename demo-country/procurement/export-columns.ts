/** The columns of the exports since 2019, under the headers of 2026; older ones spell the same in other ways. */

import type { DirectAward } from './direct-awards.ts';
import { awardNumberOf, CONCLUDED, type ContractRow, noticeNumberOf, THROUGH } from './export-rows.ts';
import type { Procedure } from './procedure.ts';
import { PURCHASE_STATES, type Purchase } from './purchases.ts';
import type { Column, ColumnKind, Value } from './table.ts';

const column = <Row>(header: string, kind: ColumnKind, of: (row: Row) => Value): Column<Row> => ({ header, kind, of });
const yesNo = (yes: boolean): string => (yes ? 'DA' : 'NU');

export const purchaseColumns: Column<Purchase>[] = [
  column('Autoritate contractanta', 'text', ({ authority }) => authority.name),
  column('CUI autoritate contractanta', 'text', ({ authority }) => authority.code),
  column('Numar achizitie directa', 'text', ({ number }) => `DA${number}`),
  column('Data publicare', 'day', ({ publishedOn }) => publishedOn),
  column('Denumire achizitie', 'text', ({ title }) => title),
  column('Cod CPV', 'text', ({ cpv }) => `${cpv.code}-${cpv.check}`),
  column('Denumire CPV', 'text', ({ cpv }) => cpv.title),
  column('Tip contract', 'text', ({ cpv }) => cpv.contractType),
  column('Finantare prin fonduri comunitare?', 'text', ({ euProgramme }) => yesNo(euProgramme !== null)),
  column('Denumire program', 'text', ({ euProgramme }) => euProgramme),
  column('Data finalizare', 'day', ({ finalizedOn }) => finalizedOn),
  column('Valoare achizitie (RON)', 'money', ({ closingValue }) => closingValue),
  column('Ofertant castigator', 'text', ({ supplier }) => supplier.name),
  column('CUI ofertant castigator', 'text', ({ supplier }) => supplier.code),
];

/** 2022 tells the state, so it has the purchases that never came about; number, day and state come first. */
export const purchaseColumnsWithState: Column<Purchase>[] = [
  ...purchaseColumns.filter(({ header }) => header === 'Numar achizitie directa' || header === 'Data finalizare'),
  column('Stare achizitie', 'text', ({ state }) => PURCHASE_STATES[state]),
  column('Valoare estimata (RON)', 'money', ({ estimatedValue }) => estimatedValue),
  column('Valoare achizitie cu TVA (RON)', 'money', ({ closingValue }) => Math.round(closingValue * 1.19)),
  ...purchaseColumns.filter(({ header }) => header !== 'Numar achizitie directa' && header !== 'Data finalizare'),
];

export const contractColumns: Column<ContractRow>[] = [
  column('Autoritate contractanta', 'text', ({ procedure }) => procedure.authority.name),
  column('CUI autoritate contractanta', 'text', ({ procedure }) => procedure.authority.code),
  column('Tip procedura', 'text', ({ procedure }) => procedure.procedureType.text),
  column('Numar anunt initiere', 'text', ({ procedure }) => noticeNumberOf(procedure)),
  column('Numar anunt atribuire', 'text', ({ award }) => awardNumberOf(award)),
  column('Data publicare', 'day', ({ award }) => award.publishedOn),
  column('Tip contract', 'text', ({ procedure }) => procedure.cpv.contractType),
  column('Tip criterii de atribuire', 'text', ({ contract }) =>
    contract.id % 3 === 0 ? 'Cel mai bun raport calitate-pret' : 'Pretul cel mai scazut',
  ),
  column('Finantare prin fonduri comunitare?', 'text', ({ procedure }) => yesNo(procedure.euProgramme !== null)),
  column('Cod CPV', 'text', ({ procedure: { cpv } }) => `${cpv.code}-${cpv.check}`),
  column('Denumire CPV', 'text', ({ procedure }) => procedure.cpv.title),
  column('Numar lot', 'number', ({ lot }) => lot?.number ?? null),
  column('Tip incheiere contract', 'text', ({ contract }) => CONCLUDED[contract.kind]),
  column('Incheiat prin', 'text', ({ contract }) => THROUGH[contract.kind]),
  column('Data contract', 'day', ({ contract }) => contract.signedOn),
  column('Numar contract', 'text', ({ contract }) => contract.number),
  column('Denumire contract', 'text', ({ contract }) => contract.title),
  column('Numar oferte primite', 'number', ({ contract }) => contract.offers),
  column('Valoare contract (RON)', 'money', ({ valueRon }) => valueRon),
  column('Ofertant castigator', 'text', ({ winner }) => winner.name),
  column('CUI ofertant castigator', 'text', ({ winner }) => winner.code),
];

export const noticeColumns: Column<Procedure>[] = [
  column('Tip anunt', 'text', ({ type }) => type.text),
  column('Numar anunt initiere', 'text', noticeNumberOf),
  column('Data publicare', 'day', ({ publishedOn }) => publishedOn),
  column('Autoritate contractanta', 'text', ({ authority }) => authority.name),
  column('CUI autoritate contractanta', 'text', ({ authority }) => authority.code),
  column('Tip procedura', 'text', ({ procedureType }) => procedureType.text),
  column('Modalitate de atribuire', 'text', ({ isFramework }) => CONCLUDED[isFramework ? 'framework' : 'contract']),
  column('Denumire procedura', 'text', ({ title }) => title),
  column('Cod CPV', 'text', ({ cpv }) => `${cpv.code}-${cpv.check}`),
  column('Denumire CPV', 'text', ({ cpv }) => cpv.title),
  column('Valoare estimata procedura (RON)', 'money', ({ estimatedValue }) => estimatedValue),
];

export const directAwardColumns: Column<DirectAward>[] = [
  column('Autoritate contractanta', 'text', ({ authority }) => authority.name),
  column('CUI autoritate contractanta', 'text', ({ authority }) => authority.code),
  column('Numar notificare atribuire', 'text', ({ number }) => `DAN${number}`),
  column('Data publicare', 'day', ({ publishedOn }) => publishedOn),
  column('Obiect contract', 'text', ({ object }) => object),
  column('Cod CPV', 'text', ({ cpv }) => `${cpv.code}-${cpv.check}`),
  column('Denumire CPV', 'text', ({ cpv }) => cpv.title),
  column('Tip contract', 'text', ({ cpv }) => cpv.contractType),
  column('Valoare atribuita (RON)', 'money', ({ value }) => value),
  column('Ofertant castigator', 'text', ({ supplier }) => supplier.name),
  column('CUI ofertant castigator', 'text', ({ supplier }) => supplier.code),
];
