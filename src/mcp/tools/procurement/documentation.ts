/** The state of a documentation, and where its documents are on our pages: what every answer about documents tells. */
import Type, { type Static } from 'typebox';
import { closed, oneOf, orNull } from '#base/schema.ts';
import type { ToolCall } from '#mcp/tool.ts';
import type { Meta } from '#operations/performed.ts';

export const Documentation = Type.Object(
  {
    state: oneOf(
      ['none', 'announced', 'collecting', 'available', 'partial', 'failed', 'withdrawn', 'superseded'],
      '`none`: the authority published no document. `partial`: some files could not be had. `collecting`: a newer list is being collected.',
    ),
    version: orNull(Type.Integer(), 'The version that this answer shows.'),
    versionsCount: Type.Integer({
      description: 'Versions that were collected; `compare_tender_versions` compares two.',
    }),
    documentsCount: Type.Integer({ description: 'Documents of the version.' }),
    lookedAt: orNull(Type.String(), 'When the procurement system’s lists were last read.'),
  },
  closed,
);

interface Standing extends Omit<Static<typeof Documentation>, 'versionsCount'> {
  versions: readonly unknown[];
}

export function documentationIn(meta: Meta): Static<typeof Documentation> {
  const { state, version, versions, documentsCount, lookedAt } = meta.documentation as Standing;
  return { state, version, versionsCount: versions.length, documentsCount, lookedAt };
}

/** Where a person reads a document, and with Pro downloads it; from a page on. The id begins with its notice. */
export function documentPage({ link }: Pick<ToolCall, 'link'>, id: string, page?: number): string {
  const [notice = ''] = /^[A-Za-z0-9]*/.exec(id) ?? [];
  const address = link('noticeDocument', { notice, document: id });
  return page === undefined ? address : `${address}?fromPage=${page}#p${page}`;
}

/** Pictures of text, letters of which may be wrong. */
export const ReadFrom = oneOf(['text', 'ocr'], '`ocr`: read from a picture, letters may be wrong.');
