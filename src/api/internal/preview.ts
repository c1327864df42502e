/**
 * Who is let in to a Pro operation without Pro sees its preview: one and the same for everybody who names the same thing.
 * Filters, days and offsets do not apply to it, or whoever asks often enough would put the whole together from its slices.
 */
import type { TObject } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import type { Answer, AnyEndpoint, Call, Preview } from '#api/endpoint.ts';
import type { Input, Values } from '#api/input.ts';
import { said } from '#api/sentences.ts';

// biome-ignore lint/suspicious/noExplicitAny: previews of operations of every answer type.
export type AnyPreview = Preview<any, any>;

/** Null for whoever sees the whole. Where there is no preview, nobody was let in; this holds it. */
export function previewFor({ caller }: Call, { access, preview, file }: AnyEndpoint): AnyPreview | null {
  if (caller.pro || access !== 'pro') return null;
  if (!preview || file) throw new ApiError('PRO_KEY_REQUIRED', said.onlyProKey());
  return preview;
}

/** The input that the preview is made from: what names the thing, and for the rest what a plain request has. */
export function previewInput(
  { query }: AnyEndpoint,
  preview: AnyPreview,
  { values, sent }: Input,
): { values: Values; ignored: string[] } {
  const ignored = sent.filter((name) => !isNaming(query, name));
  const plain = { ...values };
  for (const name of Object.keys((query as TObject | undefined)?.properties ?? {}))
    if (!isNaming(query, name)) {
      plain[name] = preview.query?.[name] ?? defaultOf(query, name);
      if (plain[name] === undefined) delete plain[name];
    }
  return { values: plain, ignored };
}

/** Without the words of a search there is nothing to preview; whatever can be left out is a filter. */
const isNaming = (query: TObject, name: string): boolean =>
  ((query.required ?? []) as string[]).includes(name) && defaultOf(query, name) === undefined;

const defaultOf = (query: TObject, name: string): unknown =>
  (query.properties[name] as { default?: unknown } | undefined)?.default;

export function previewed(preview: AnyPreview, answer: Answer<unknown>, ignored: string[]): Answer<unknown> {
  const { data, meta } = preview.reduce(answer.data, answer.meta);
  return { data, meta: { ...meta, ignored: [...new Set([...(meta.ignored ?? []), ...ignored])], preview: true } };
}
