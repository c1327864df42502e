/** Kinds of notices that open a procedure, with the awards that end it and the procedures they stand for. */
import { weighted } from '#demo-country/random.ts';

export interface NoticeType {
  /** Of the notice that opens the procedure, and of the one that tells who won. */
  prefix: string;
  awardPrefix: string;
  typeId: number;
  awardTypeId: number;
  text: string;
  procedures: readonly { id: number; text: string }[];
}

export const OPEN_PROCEDURE = { id: 1, text: 'Licitatie deschisa' };
const SIMPLIFIED = { id: 20, text: 'Procedura simplificata' };
const NEGOTIATED = { id: 7, text: 'Negociere fara publicare prealabila' };
const RESTRICTED = { id: 2, text: 'Licitatie restransa' };
const CONTEST = { id: 9, text: 'Concurs de solutii' };
const CONCESSION = { id: 15, text: 'Licitatie deschisa (concesiuni)' };

const simplified: NoticeType = {
  prefix: 'SCN',
  awardPrefix: 'SCNA',
  typeId: 17,
  awardTypeId: 13,
  text: 'Anunt de participare simplificat',
  procedures: [SIMPLIFIED],
};
export const participation: NoticeType = {
  prefix: 'CN',
  awardPrefix: 'CAN',
  typeId: 2,
  awardTypeId: 3,
  text: 'Anunt de participare',
  procedures: [OPEN_PROCEDURE, OPEN_PROCEDURE, OPEN_PROCEDURE, OPEN_PROCEDURE, RESTRICTED, NEGOTIATED],
};
const TYPES: [NoticeType, number][] = [
  [participation, 50],
  [simplified, 42],
  [
    {
      prefix: 'RFQ',
      awardPrefix: 'RFQA',
      typeId: 12,
      awardTypeId: 18,
      text: 'Invitatie de participare',
      procedures: [{ id: 5, text: 'Sistem de achizitie dinamic' }],
    },
    5,
  ],
  [
    {
      prefix: 'DC',
      awardPrefix: 'DCA',
      typeId: 6,
      awardTypeId: 8,
      text: 'Anunt de concurs de solutii',
      procedures: [CONTEST],
    },
    1,
  ],
  [
    {
      prefix: 'PC',
      awardPrefix: 'PCA',
      typeId: 7,
      awardTypeId: 16,
      text: 'Anunt de concesionare',
      procedures: [CONCESSION],
    },
    2,
  ],
];
export const drawType = weighted(TYPES, ([, weight]) => weight);
