/** The columns of the exports since 2019, under the headers of 2026; older ones spell the same in other ways. */

import type { Cpv } from './cpv.ts';
import { awardNumberOf, CONCLUDED, type ContractRow, noticeNumberOf, THROUGH, timestamp } from './export-rows.ts';
import { contactLine, type Party } from './party.ts';
import type { AwardNotice, Contract, Procedure } from './procedure.ts';
import { EURO_RATE } from './procedures.ts';
import { type DirectAward, PURCHASE_STATES, type Purchase } from './purchases.ts';
import type { Column, ColumnKind, Value } from './table.ts';

const column = <Row>(header: string, kind: ColumnKind, of: (row: Row) => Value): Column<Row> => ({ header, kind, of });

const partyColumns = <Row>(
  nameHeader: string,
  codeHeader: string,
  of: (row: Row) => Pick<Party, 'name' | 'code'>,
): Column<Row>[] => [
  column(nameHeader, 'text', (row) => of(row).name),
  column(codeHeader, 'text', (row) => of(row).code),
];
const cpvColumns = <Row>(of: (row: Row) => Cpv): Column<Row>[] => [
  column('Cod CPV', 'text', (row) => codeOf(of(row))),
  column('Denumire CPV', 'text', (row) => of(row).title),
];
const codeOf = ({ code, check }: Cpv): string => `${code}-${check}`;
const yesNo = (yes: boolean): string => (yes ? 'DA' : 'NU');

export const purchaseColumns: Column<Purchase>[] = [
  ...partyColumns<Purchase>('Autoritate contractanta', 'CUI autoritate contractanta', ({ authority }) => authority),
  column('Numar achizitie directa', 'text', ({ number }) => `DA${number}`),
  column('Data publicare', 'day', ({ publishedOn }) => publishedOn),
  column('Denumire achizitie', 'text', ({ title }) => title),
  ...cpvColumns<Purchase>(({ cpv }) => cpv),
  column('Tip contract', 'text', ({ cpv }) => cpv.contractType),
  column('Finantare prin fonduri comunitare?', 'text', ({ euProgramme }) => yesNo(euProgramme !== null)),
  column('Denumire program', 'text', ({ euProgramme }) => euProgramme),
  column('Data finalizare', 'day', ({ finalizedOn }) => finalizedOn),
  column('Valoare achizitie (RON)', 'money', ({ closingValue }) => closingValue),
  ...partyColumns<Purchase>('Ofertant castigator', 'CUI ofertant castigator', ({ supplier }) => supplier),
];

/** The exports of 2022 have the state, so they include failed purchases; number, day and state come first. */
export const purchaseColumnsWithState: Column<Purchase>[] = [
  ...purchaseColumns.filter(({ header }) => header === 'Numar achizitie directa' || header === 'Data finalizare'),
  column('Stare achizitie', 'text', ({ state }) => PURCHASE_STATES[state]),
  column('Valoare estimata (RON)', 'money', ({ estimatedValue }) => estimatedValue),
  column('Valoare achizitie cu TVA (RON)', 'money', ({ closingValue }) => Math.round(closingValue * 1.19)),
  ...purchaseColumns.filter(({ header }) => header !== 'Numar achizitie directa' && header !== 'Data finalizare'),
];

export const contractColumns: Column<ContractRow>[] = [
  ...partyColumns<ContractRow>(
    'Autoritate contractanta',
    'CUI autoritate contractanta',
    ({ procedure }) => procedure.authority,
  ),
  column('Tip procedura', 'text', ({ procedure }) => procedure.procedureType.text),
  column('Numar anunt initiere', 'text', ({ procedure }) => noticeNumberOf(procedure)),
  column('Numar anunt atribuire', 'text', ({ award }) => awardNumberOf(award)),
  column('Data publicare', 'day', ({ award }) => award.publishedOn),
  column('Tip contract', 'text', ({ procedure }) => procedure.cpv.contractType),
  column('Tip criterii de atribuire', 'text', ({ contract }) =>
    contract.id % 3 === 0 ? 'Cel mai bun raport calitate-pret' : 'Pretul cel mai scazut',
  ),
  column('Finantare prin fonduri comunitare?', 'text', ({ procedure }) => yesNo(procedure.euProgramme !== null)),
  ...cpvColumns<ContractRow>(({ procedure }) => procedure.cpv),
  column('Numar lot', 'number', ({ lot }) => lot?.number ?? null),
  column('Tip incheiere contract', 'text', ({ contract }) => CONCLUDED[contract.kind]),
  column('Incheiat prin', 'text', ({ contract }) => THROUGH[contract.kind]),
  column('Data contract', 'day', ({ contract }) => contract.signedOn),
  column('Numar contract', 'text', ({ contract }) => contract.number),
  column('Denumire contract', 'text', ({ contract }) => contract.title),
  column('Numar oferte primite', 'number', ({ contract }) => contract.offers),
  column('Valoare contract (RON)', 'money', ({ valueRon }) => valueRon),
  ...partyColumns<ContractRow>('Ofertant castigator', 'CUI ofertant castigator', ({ winner }) => winner),
];

export interface ModificationRow {
  contract: Contract;
  award: AwardNotice;
  publishedOn: number;
  /** From 1. */
  ordinal: number;
}

/** A first modification prolongs, each further one costs a tenth more. */
const valueAfter = (value: number, modifications: number): number => Math.round(value * 1.1 ** (modifications - 1));

export const modificationColumns: Column<ModificationRow>[] = [
  ...partyColumns<ModificationRow>(
    'Autoritate contractanta',
    'CUI autoritate contractanta',
    ({ award }) => award.procedure.authority,
  ),
  column('Numar anunt atribuire', 'text', ({ award }) => awardNumberOf(award)),
  column('Data publicare', 'day', ({ publishedOn }) => publishedOn),
  column('Numar contract', 'text', ({ contract }) => contract.number),
  column('Data contract', 'day', ({ contract }) => contract.signedOn),
  column('Sectiunea VII.2.1 Descrierea modificarilor', 'text', ({ contract, ordinal }) =>
    ordinal === 1
      ? `Prelungirea duratei contractului cu 60 de zile. ${contactLine(contract.id)}`
      : 'Cantitati suplimentare, art. 221 alin. (1) lit. a) din Legea 98/2016',
  ),
  column('Valoarea totala actualizata a contractului inainte de modificari', 'money', ({ contract, ordinal }) =>
    valueAfter(contract.value, ordinal - 1 || 1),
  ),
  column('Valoarea totala a contractului dupa modificari', 'money', ({ contract, ordinal }) =>
    valueAfter(contract.value, ordinal),
  ),
  column('Moneda', 'text', ({ contract }) => contract.currency),
];

export const noticeColumns: Column<Procedure>[] = [
  column('Tip anunt', 'text', ({ type }) => type.text),
  column('Numar anunt initiere', 'text', noticeNumberOf),
  column('Data publicare', 'day', ({ publishedOn }) => publishedOn),
  ...partyColumns<Procedure>('Autoritate contractanta', 'CUI autoritate contractanta', ({ authority }) => authority),
  column('Tip procedura', 'text', ({ procedureType }) => procedureType.text),
  column('Modalitate de atribuire', 'text', ({ isFramework }) => CONCLUDED[isFramework ? 'framework' : 'contract']),
  column('Denumire procedura', 'text', ({ title }) => title),
  ...cpvColumns<Procedure>(({ cpv }) => cpv),
  column('Valoare estimata procedura (RON)', 'money', ({ estimatedValue }) => estimatedValue),
];

export const directAwardColumns: Column<DirectAward>[] = [
  ...partyColumns<DirectAward>('Autoritate contractanta', 'CUI autoritate contractanta', ({ authority }) => authority),
  column('Numar notificare atribuire', 'text', ({ number }) => `DAN${number}`),
  column('Data publicare', 'day', ({ publishedOn }) => publishedOn),
  column('Obiect contract', 'text', ({ object }) => object),
  ...cpvColumns<DirectAward>(({ cpv }) => cpv),
  column('Tip contract', 'text', ({ cpv }) => cpv.contractType),
  column('Valoare atribuita (RON)', 'money', ({ value }) => value),
  ...partyColumns<DirectAward>('Ofertant castigator', 'CUI ofertant castigator', ({ supplier }) => supplier),
];

const euros = <Lei extends number | null>(lei: Lei): Lei => (lei === null ? lei : (Math.round(lei / EURO_RATE) as Lei));

const dated = (day: number): string => timestamp(day, 0);
const bit = (yes: boolean): number => (yes ? 1 : 0);

const winnerColumns2018 = <Row>(of: (row: Row) => ContractRow['winner']): Column<Row>[] => [
  ...partyColumns('Castigator', 'CastigatorCUI', of),
  column('CastigatorTara', 'text', (row) => of(row).country),
  column('CastigatorLocalitate', 'text', (row) => of(row).city),
  column('CastigatorAdresa', 'text', (row) => of(row).street),
];

export const contractColumns2018: Column<ContractRow>[] = [
  ...winnerColumns2018<ContractRow>(({ winner }) => winner),
  column('Tip', 'text', ({ award }) => (award.isSubsequent ? 'Contract subsecvent' : 'Anunt de atribuire')),
  column('TipContract', 'text', ({ procedure }) => procedure.cpv.contractType),
  column('TipProcedura', 'text', ({ procedure }) => procedure.procedureType.text),
  ...partyColumns<ContractRow>(
    'AutoritateContractanta',
    'AutoritateContractantaCUI',
    ({ procedure }) => procedure.authority,
  ),
  column('TipAC', 'text', ({ procedure }) =>
    procedure.authority.isUtility ? 'Entitate contractanta' : 'Organism de drept public',
  ),
  column('TipActivitateAC', 'text', ({ procedure }) =>
    procedure.authority.form === 'hospital' ? 'Sanatate' : 'Servicii generale',
  ),
  column('NumarAnuntAtribuire', 'text', ({ award }) => awardNumberOf(award)),
  column('DataAnuntAtribuire', 'text', ({ award }) => dated(award.publishedOn)),
  column('TipIncheiereContract', 'text', ({ contract }) =>
    contract.kind === 'callOff' ? THROUGH.callOff : CONCLUDED[contract.kind],
  ),
  column('TipCriteriiAtribuire', 'text', () => 'Pretul cel mai scazut'),
  column('CuLicitatieElectronica', 'number', () => 0),
  column('NumarOfertePrimite', 'number', ({ contract }) => contract.offers),
  column('Subcontractat', 'number', () => 0),
  column('NumarContract', 'text', ({ contract }) => contract.number),
  column('DataContract', 'text', ({ contract }) => dated(contract.signedOn)),
  column('TitluContract', 'text', ({ contract }) => contract.title),
  column('Valoare', 'money', ({ value }) => value),
  column('Moneda', 'text', ({ contract: { currency, id } }) => (currency === 'RON' && id % 7 === 0 ? 'LEI' : currency)),
  column('ValoareRON', 'money', ({ valueRon }) => valueRon),
  column('ValoareEUR', 'money', ({ valueRon }) => euros(valueRon)),
  column('CPVCodeID', 'number', ({ procedure }) => procedure.cpv.id),
  column('CPVCode', 'text', ({ procedure: { cpv } }) => codeOf(cpv)),
  column('NumarAnuntParticipare', 'text', ({ procedure }) => noticeNumberOf(procedure)),
  column('DataAnuntParticipare', 'text', ({ procedure }) => dated(procedure.publishedOn)),
  column('ValoareEstimataParticipare', 'money', ({ procedure }) => procedure.estimatedValue),
  column('MonedaValoareEstimataParticipare', 'text', () => 'RON'),
  column('FonduriComunitare', 'number', ({ procedure }) => bit(procedure.euProgramme !== null)),
  column('TipFinantare', 'text', ({ procedure }) => (procedure.euProgramme ? 'Program / Proiect' : 'Fonduri bugetare')),
  column('TipLegislatieID', 'number', () => 2),
  column('FondEuropean', 'text', ({ procedure }) => procedure.euProgramme),
  column('ContractPeriodic', 'number', () => 0),
  column('DepoziteGarantii', 'text', () => ''),
  column('ModalitatiFinantare', 'text', () => 'Buget propriu'),
];

export const purchaseColumns2018: Column<Purchase>[] = [
  ...winnerColumns2018<Purchase>(({ supplier }) => supplier),
  column('TipProcedura', 'text', () => 'Cumparare directa'),
  ...partyColumns<Purchase>('AutoritateContractanta', 'AutoritateContractantaCUI', ({ authority }) => authority),
  column('NumarAnunt', 'text', ({ number }) => `DA${number}`),
  column('DataAnunt', 'text', ({ publishedOn, publishedAt }) => timestamp(publishedOn, publishedAt)),
  column('Descriere', 'text', descriptionOf),
  column('TipIncheiereContract', 'text', () => 'Un contract de achizitii publice'),
  column('NumarContract', 'text', () => ''),
  column('DataContract', 'text', ({ finalizedOn, finalizedAt }) => timestamp(finalizedOn, finalizedAt)),
  column('TitluContract', 'text', ({ title }) => title),
  column('Valoare', 'money', ({ closingValue, number }) => (isInEuro(number) ? euros(closingValue) : closingValue)),
  column('Moneda', 'text', ({ number }) => (isInEuro(number) ? 'EUR' : number % 41 === 0 ? 'Lei' : 'RON')),
  column('ValoareRON', 'money', ({ closingValue }) => closingValue),
  column('ValoareEUR', 'money', ({ closingValue }) => euros(closingValue)),
  column('CPVCodeID', 'number', ({ cpv }) => cpv.id),
  column('CPVCode', 'text', ({ cpv }) => codeOf(cpv)),
];

/** A few are agreed on in euro, with the lei beside them. */
const isInEuro = (number: number): boolean => number % 53 === 0;

/** Clerks write whom to call into the description. */
function descriptionOf({ title, number }: Purchase): string {
  return number % 9 === 0 ? `${title}. ${contactLine(number)}` : title;
}

export const noticeColumns2018: Column<Procedure>[] = [
  column('NumarAnunt', 'text', noticeNumberOf),
  column('DataAnunt', 'text', ({ publishedOn, publishedAt }) => timestamp(publishedOn, publishedAt)),
  column('TipAnunt', 'text', ({ type }) => type.text),
  column('DenumireAC', 'text', ({ authority }) => authority.name),
  column('CUI', 'text', ({ authority }) => authority.code),
  column('Localitate', 'text', ({ authority }) => authority.city),
  column('Judet', 'text', ({ authority }) => authority.county),
  column('TipProcedura', 'text', ({ procedureType }) => procedureType.text),
  column('Denumire', 'text', ({ title }) => title),
  column('MainCPV', 'text', ({ cpv }) => cpv.printed),
  column('ValoareEstimata', 'money', ({ estimatedValue }) => estimatedValue),
  column('Moneda', 'text', () => 'RON'),
  column('TrimisLaOJEU', 'number', ({ type }) => bit(type.prefix === 'CN')),
];

export const directAwardColumns2018: Column<DirectAward>[] = [
  ...partyColumns<DirectAward>('Castigator', 'CastigatorCUI', ({ supplier }) => supplier),
  ...partyColumns<DirectAward>('AutoritateContractanta', 'AutoritateContractantaCUI', ({ authority }) => authority),
  column('NumarNotificareAtribuire', 'text', ({ number }) => `DAN${number}`),
  column('DataNotificare', 'text', ({ publishedOn, publishedAt }) => timestamp(publishedOn, publishedAt)),
  column('ObiectContract', 'text', ({ object }) => object),
  column('ValoareRON', 'money', ({ value }) => value),
  column('CPVCode', 'text', ({ cpv }) => codeOf(cpv)),
];
