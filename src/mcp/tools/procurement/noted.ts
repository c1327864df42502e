/** The citation of an answer about procurement, with what its reader must be told beside: what Pro adds, what was ignored, what is to come. */
import { type Citation, cited } from '#mcp/citing.ts';
import type { ToolCall } from '#mcp/tool.ts';
import type { Meta } from '#operations/performed.ts';
import { type Sentence, speaker } from '#sentences/sentence.ts';
import type { PageName } from '#web/addresses.ts';
import { said } from './sentences.ts';

/** How a list is read, not what is in it. */
const PAGING = new Set(['limit', 'offset', 'cursor']);

export function noted(
  call: Pick<ToolCall, 'link' | 'language'>,
  page: { name: PageName; params?: Readonly<Record<string, string>> },
  metas: readonly Meta[],
  { pro, also = [] }: { pro?: Sentence; also?: readonly Sentence[] } = {},
): Citation {
  const say = speaker(call.language);
  const citation = cited(call, page, metas);
  const notes = new Set(citation.notes);
  for (const { preview, redacted, ignored = [], pending = [], page: listed } of metas) {
    if (pro && (preview || redacted?.length)) notes.add(say(pro));
    const names = ignored.filter((name) => !PAGING.has(name));
    if (names.length > 0) notes.add(say(said.ignored({ names: names.join(', ') })));
    if (pending.length > 0) notes.add(say(said.pending()));
    if (listed?.totalRelation === 'atLeast' && listed.total !== null)
      notes.add(say(said.atLeast({ count: listed.total })));
  }
  for (const sentence of also) notes.add(say(sentence));
  return { ...citation, notes: [...notes] };
}
