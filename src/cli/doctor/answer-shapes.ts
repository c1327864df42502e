/** The known shapes of answers, and the comparison of an answer with its shape. */

import { isObject } from '#data/sources/json.ts';

/** A type, or several divided by `|`; a list with the shape of its items; an object with its fields. */
export type Shape = string | readonly [Shape] | { readonly [field: string]: Shape };

export interface Difference {
  /** The path of the field or the name of the column; null for a difference of the whole. */
  field: string | null;
  problem: string;
  /** The problem without texts of the source, which may name people. Absent where `problem` has none. */
  shareable?: string;
}

export interface Comparison {
  /** Differences that may break the reader. */
  differences: Difference[];
  /** New fields, which are not read. */
  unread: string[];
}

/** Compares the first item of a list. Null stands for a value of any type. */
export function compared(expected: Shape, found: unknown, path = ''): Comparison {
  const differs = (what: string): Comparison => ({
    differences: [
      { field: path || null, problem: `${path ? '' : 'the answer '}is ${nameOf(found)}, expected ${what}` },
    ],
    unread: [],
  });
  if (found === null) return { differences: [], unread: [] };
  if (typeof expected === 'string')
    return expected.split('|').includes(typeof found) ? { differences: [], unread: [] } : differs(expected);
  if (isList(expected)) {
    if (!Array.isArray(found)) return differs('a list');
    return found.length === 0 ? { differences: [], unread: [] } : compared(expected[0], found[0], `${path}[]`);
  }
  if (!isObject(found)) return differs('an object');
  const inner = (field: string): string => (path === '' ? field : `${path}.${field}`);
  const fields = Object.entries(expected).map(([field, shape]) => compared(shape, found[field], inner(field)));
  const added = Object.keys(found).filter((field) => !(field in expected));
  return {
    differences: fields.flatMap(({ differences }) => differences),
    unread: [...fields.flatMap(({ unread }) => unread), ...added.map(inner)],
  };
}

export const textOf = ({ field, problem }: Difference): string => (field === null ? problem : `${field} ${problem}`);

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

const nameOf = (value: unknown): string => {
  if (value === undefined) return 'missing';
  return Array.isArray(value) ? 'a list' : typeof value;
};

const fields = (names: string, shape: Shape = 'string'): Record<string, Shape> =>
  Object.fromEntries(names.split(' ').map((name) => [name, shape]));

const address = (prefix: 's' | 'd'): Shape =>
  fields(
    `denumire_Strada numar_Strada denumire_Localitate cod_Localitate denumire_Judet cod_Judet cod_JudetAuto tara detalii_Adresa cod_Postal`
      .split(' ')
      .map((name) => prefix + name)
      .join(' '),
  );

export const companyAnswer: Shape = {
  found: [
    {
      date_generale: {
        cui: 'number',
        ...fields(
          'data denumire adresa nrRegCom telefon fax codPostal act stare_inregistrare data_inregistrare cod_CAEN iban organFiscalCompetent forma_de_proprietate forma_organizare forma_juridica data_inreg_Reg_RO_e_Factura',
        ),
        statusRO_e_Factura: 'boolean',
      },
      inregistrare_scop_Tva: {
        scpTVA: 'boolean',
        perioade_TVA: [fields('data_inceput_ScpTVA data_sfarsit_ScpTVA data_anul_imp_ScpTVA mesaj_ScpTVA')],
      },
      inregistrare_RTVAI: {
        ...fields('dataInceputTvaInc dataSfarsitTvaInc dataActualizareTvaInc dataPublicareTvaInc tipActTvaInc'),
        statusTvaIncasare: 'boolean',
      },
      stare_inactiv: {
        ...fields('dataInactivare dataReactivare dataPublicare dataRadiere'),
        statusInactivi: 'boolean',
      },
      inregistrare_SplitTVA: { ...fields('dataInceputSplitTVA dataAnulareSplitTVA'), statusSplitTVA: 'boolean' },
      adresa_sediu_social: address('s'),
      adresa_domiciliu_fiscal: address('d'),
    },
  ],
  notFound: ['number'],
};

const coded: Shape = { id: 'number', text: 'string' };

/** Notices of the procurement system's list. */
export const noticeList: Shape = {
  total: 'number',
  searchTooLong: 'boolean',
  items: [
    {
      ...fields('cNoticeId noticeId procedureId sysNoticeTypeId sysNoticeVersionId', 'number|string'),
      ...fields('estimatedValueRon', 'number'),
      ...fields('isOnline hasLots', 'boolean'),
      ...fields(
        'noticeNo contractingAuthorityNameAndFN contractTitle cpvCodeAndName noticeStateDate minTenderReceiptDeadline maxTenderReceiptDeadline tenderReceiptDeadlineExport',
      ),
      ...fields(
        'sysAcquisitionContractType sysProcedureType sysContractAssigmentType sysNoticeState sysProcedureState',
        coded,
      ),
    },
  ],
};

export const balanceAnswer: Shape = {
  an: 'number',
  cui: 'number',
  deni: 'string',
  caen: 'number|string',
  den_caen: 'string',
  i: [{ indicator: 'string', val_indicator: 'number', val_den_indicator: 'string' }],
};
