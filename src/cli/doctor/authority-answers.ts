/** The answers of the tax authority's services as we know them: doc_WS_V9 and doc_WS_Bilant of ANAF. */
import type { Shape } from './shape-comparison.ts';

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
