/** The shapes of the tax authority's answers, and the comparison of an answer with its shape. */

import { isObject } from '#data/sources/json.ts';

/** A type, or several divided by `|`; a list with the shape of its items; an object with its fields. */
export type Shape = string | readonly [Shape] | { readonly [field: string]: Shape };

export interface Difference {
  /** Whether the difference may break the reader; a new field does not. */
  matters: boolean;
  text: string;
}

/** Compares the first item of a list. Null stands for a value of any type. */
export function differences(expected: Shape, found: unknown, path = 'the answer'): Difference[] {
  if (found === null) return [];
  if (typeof expected === 'string')
    return expected.split('|').includes(typeof found)
      ? []
      : [breaking(`${path} is ${found === undefined ? 'missing' : nameOf(found)}, expected ${expected}`)];
  if (isList(expected)) {
    if (!Array.isArray(found)) return [breaking(`${path} is ${nameOf(found)}, expected a list`)];
    return found.length === 0 ? [] : differences(expected[0], found[0], `${path}[]`);
  }
  if (!isObject(found)) return [breaking(`${path} is ${nameOf(found)}, expected an object`)];
  const inner = (field: string): string => (path === 'the answer' ? field : `${path}.${field}`);
  return [
    ...Object.entries(expected).flatMap(([field, shape]) => differences(shape, found[field], inner(field))),
    ...Object.keys(found)
      .filter((field) => !(field in expected))
      .map((field) => ({ matters: false, text: `${inner(field)} is new` })),
  ];
}

const breaking = (text: string): Difference => ({ matters: true, text });

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

export const balanceAnswer: Shape = {
  an: 'number',
  cui: 'number',
  deni: 'string',
  caen: 'number|string',
  den_caen: 'string',
  i: [{ indicator: 'string', val_indicator: 'number', val_den_indicator: 'string' }],
};
