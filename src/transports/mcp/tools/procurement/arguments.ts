/** Arguments of the procurement tools. */

import Type from 'typebox';
import { CalendarDay, withPatternMessage } from '#api/parameters.ts';
import { messages } from '#locales/messages.ts';

export const Cpv = (description: string) =>
  withPatternMessage(
    Type.String({ pattern: '^[0-9]{1,12}$|^[0-9]{8}-[0-9]$', description, examples: ['45233142'] }),
    messages.agents.procurement.cpvShape(),
  );

export const Notice = withPatternMessage(
  Type.String({
    pattern: '^[A-Za-z]{1,6}[0-9]{1,12}$|^[0-9]{4,12}$',
    description: 'Number of the notice, from `search_tenders`.',
    examples: ['CN1062325'],
  }),
  messages.agents.procurement.noticeShape(),
);

export const DocumentId = withPatternMessage(
  Type.String({
    pattern: '^[A-Za-z0-9_.~-]{1,150}$',
    description: 'Id of the document, from `list_tender_documents` or `search_tender_documents`.',
    examples: ['CN1096282-00003'],
  }),
  messages.agents.procurement.documentShape(),
);

export const Version = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 10_000,
    description: 'Version of the documentation; left out: the newest that was collected.',
  }),
);

export const days = (which: string) => ({
  dateFrom: Type.Optional(CalendarDay(`First ${which}.`)),
  dateTo: Type.Optional(CalendarDay(`Last ${which}.`)),
});

type Optional<Values> = {
  [Name in keyof Values as undefined extends Values[Name] ? Name : never]?: Exclude<Values[Name], undefined>;
};
type Required<Values> = { [Name in keyof Values as undefined extends Values[Name] ? never : Name]: Values[Name] };

/** Removes absent values: operations accept no `undefined`. The compiler does not follow the filter. */
export const defined = <Values extends object>(values: Values): Required<Values> & Optional<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
