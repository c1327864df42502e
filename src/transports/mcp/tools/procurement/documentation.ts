/** The state of a documentation, and where its documents are on our pages: what every answer about documents tells. */

import Type from 'typebox';
import type { Meta } from '#api/operation-result.ts';
import { closed, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import type { ToolCall } from '#transports/mcp/tool.ts';

export const Documentation = Type.Object(
  {
    state: oneOf(
      ['none', 'announced', 'collecting', 'available', 'partial', 'failed', 'withdrawn', 'superseded'],
      '`none`: no document was listed at `lookedAt`; do not call again before `nextLookAt`. `partial`: some files could not be had. `collecting`: files are being fetched.',
    ),
    version: orNull(Type.Integer(), 'The version that this answer shows.'),
    versionsCount: Type.Integer({
      description: 'Versions that were collected; `compare_tender_versions` compares two.',
    }),
    documentsCount: Type.Integer({ description: 'Documents of the version.' }),
    lookedAt: orNull(Type.String(), 'When the procurement system’s lists were last read.'),
    nextLookAt: orNull(Type.String(), 'When they are read again, at the earliest; null when that is not planned.'),
  },
  { ...closed, description: 'How far its documents are collected.' },
);

interface Standing extends Omit<Static<typeof Documentation>, 'versionsCount'> {
  versions: readonly unknown[];
}

export function documentationIn(meta: Meta): Static<typeof Documentation> {
  const { state, version, versions, documentsCount, lookedAt, nextLookAt } = meta.documentation as Standing;
  return { state, version, versionsCount: versions.length, documentsCount, lookedAt, nextLookAt };
}

/** Where a person reads a document, and with Pro downloads it; from a page on. The id begins with its notice. */
export function documentPage({ link }: Pick<ToolCall, 'link'>, id: string, page?: number): string {
  const [notice = ''] = /^[A-Za-z0-9]*/.exec(id) ?? [];
  const address = link('noticeDocument', { notice, document: id });
  return page === undefined ? address : `${address}?fromPage=${page}#p${page}`;
}

/** Pictures of text, letters of which may be wrong. */
export const ReadFrom = oneOf(['text', 'ocr'], '`ocr`: read from a picture, letters may be wrong.');
