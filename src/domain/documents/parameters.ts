/** Parameters of the operations on documents. */
import { Type } from 'typebox';
import { withPatternMessage } from '#api/parameters.ts';
import { wrongIs } from '#api/sentences.ts';
import { closed } from '#lib/values/schema.ts';
import type { DocumentsNeeds } from './needs.ts';

export const ofNotice = ({ noticeNumber }: Pick<DocumentsNeeds, 'noticeNumber'>) =>
  Type.Object({ notice: noticeNumber }, closed);

export const documentIdentifier = (description: string) =>
  withPatternMessage(
    Type.String({ pattern: '^[A-Za-z0-9_.~-]{1,150}$', description, examples: ['CN1096282-00003'] }),
    wrongIs.noIdentifier(),
  );

export const ofDocument = Type.Object(
  { id: documentIdentifier('Identifier of a document, from the list of its procedure.') },
  closed,
);

/** More versions than any authority ever made. */
const VERSION_MAX = 10_000;

export const version = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: VERSION_MAX, description }));
