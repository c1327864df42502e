/** The columns of the exports until 2018, in their order: more than later ones have, with other names. */
import { EURO_RATE } from './contracts.ts';
import type { DirectAward } from './direct-awards.ts';
import { awardNumberOf, CONCLUDED, type ContractRow, noticeNumberOf, THROUGH, timestamp } from './export-rows.ts';
import { contactLine } from './persons.ts';
import type { Procedure } from './procedure.ts';
import type { Purchase } from './purchases.ts';
import type { Column, ColumnKind, Value } from './table.ts';

const column = <Row>(header: string, kind: ColumnKind, of: (row: Row) => Value): Column<Row> => ({ header, kind, of });
const euros = (lei: number): number => Math.round(lei / EURO_RATE);

const dated = (day: number): string => timestamp(day, 0);
const bit = (yes: boolean): number => (yes ? 1 : 0);

export const contractColumns2018: Column<ContractRow>[] = [
  column('Castigator', 'text', ({ winner }) => winner.name),
  column('CastigatorCUI', 'text', ({ winner }) => winner.code),
  column('CastigatorTara', 'text', ({ winner }) => winner.country),
  column('CastigatorLocalitate', 'text', ({ winner }) => winner.city),
  column('CastigatorAdresa', 'text', ({ winner }) => winner.street),
  column('Tip', 'text', ({ award }) => (award.isSubsequent ? 'Contract subsecvent' : 'Anunt de atribuire')),
  column('TipContract', 'text', ({ procedure }) => procedure.cpv.contractType),
  column('TipProcedura', 'text', ({ procedure }) => procedure.procedureType.text),
  column('AutoritateContractanta', 'text', ({ procedure }) => procedure.authority.name),
  column('AutoritateContractantaCUI', 'text', ({ procedure }) => procedure.authority.code),
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
  column('CPVCode', 'text', ({ procedure: { cpv } }) => `${cpv.code}-${cpv.check}`),
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
  column('Castigator', 'text', ({ supplier }) => supplier.name),
  column('CastigatorCUI', 'text', ({ supplier }) => supplier.code),
  column('CastigatorTara', 'text', ({ supplier }) => supplier.country),
  column('CastigatorLocalitate', 'text', ({ supplier }) => supplier.city),
  column('CastigatorAdresa', 'text', ({ supplier }) => supplier.street),
  column('TipProcedura', 'text', () => 'Cumparare directa'),
  column('AutoritateContractanta', 'text', ({ authority }) => authority.name),
  column('AutoritateContractantaCUI', 'text', ({ authority }) => authority.code),
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
  column('CPVCode', 'text', ({ cpv }) => `${cpv.code}-${cpv.check}`),
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
  column('Castigator', 'text', ({ supplier }) => supplier.name),
  column('CastigatorCUI', 'text', ({ supplier }) => supplier.code),
  column('AutoritateContractanta', 'text', ({ authority }) => authority.name),
  column('AutoritateContractantaCUI', 'text', ({ authority }) => authority.code),
  column('NumarNotificareAtribuire', 'text', ({ number }) => `DAN${number}`),
  column('DataNotificare', 'text', ({ publishedOn, publishedAt }) => timestamp(publishedOn, publishedAt)),
  column('ObiectContract', 'text', ({ object }) => object),
  column('ValoareRON', 'money', ({ value }) => value),
  column('CPVCode', 'text', ({ cpv }) => `${cpv.code}-${cpv.check}`),
];
