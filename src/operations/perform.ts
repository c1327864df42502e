/** One operation performed for one caller: read the input, run the handler, check the answer. HTTP, web and agents all pass here. */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { etagOf } from '#base/hash.ts';
import { speaker } from '#sentences/sentence.ts';
import type { Answer, AnyEndpoint, Call, InPieces, Rendered } from './endpoint.ts';
import { freshUntil } from './fresh.ts';
import { ajv, inputReader, type RawInput } from './input.ts';
import { Problem } from './problem.ts';
import { said } from './sentences.ts';

/** A declaration with its name and its compiled readers. */
export interface Operation {
  id: string;
  declaration: AnyEndpoint;
  /** Throws what is wrong with the input, without performing anything. */
  validate(raw: RawInput): void;
  perform(raw: RawInput, call: Call): Promise<Performed>;
}

export interface Performed {
  /** JSON of `data`. */
  data: string | Uint8Array;
  /** Instead of it, where it is too long to be in memory at once. */
  pieces?(): Iterable<Uint8Array>;
  etag: string;
  meta: Meta;
  /** Told to payers, who are not charged for nothing. */
  empty: boolean;
}

export interface Meta extends Record<string, unknown> {
  requestId: string;
  cachedAt: string | null;
  freshUntil: string | null;
  stale: boolean;
  pending?: string[];
}

export function operation(id: string, declaration: AnyEndpoint): Operation {
  let read: ReturnType<typeof inputReader> | undefined;
  /** Of previews (true) and of whole answers. */
  const checks = new Map<boolean, ValidateFunction>();
  return {
    id,
    declaration,
    validate(raw) {
      read ??= inputReader(declaration);
      read(raw);
    },
    async perform(raw, call) {
      read ??= inputReader(declaration);
      const answer = previewFor(call, declaration, await declaration.handle(read(raw), call));
      const meta = metaOf(declaration, answer, call);
      const empty = call.caller.kind === 'payment' && isEmpty(declaration, answer.data);
      if (isRendered(answer.data)) {
        return { data: answer.data.bytes, etag: forCaller(answer.data.etag, call), meta, empty };
      }
      if (isInPieces(answer.data)) {
        const { pieces, etag } = answer.data;
        return { data: '', pieces, etag: forCaller(etag, call), meta, empty: false };
      }
      const check = checks.getOrInsertComputed(meta.preview === true, (isPreview) =>
        ajv.compile(isPreview ? declaration.preview?.data : declaration.data),
      );
      if (!check(answer.data))
        throw new Error(`The answer of ${id} breaks its schema: ${ajv.errorsText(check.errors)}`);
      const data = JSON.stringify(answer.data);
      return { data, etag: forCaller(etagOf(data), call), meta, empty };
    },
  };
}

/** Whoever is let in to a Pro operation without Pro sees its preview; where there is none, the gate let nobody in. */
function previewFor(call: Call, { access, preview }: AnyEndpoint, answer: Answer<unknown>): Answer<unknown> {
  if (call.caller.pro || access !== 'pro') return answer;
  if (!preview || isRendered(answer.data) || isInPieces(answer.data))
    throw new Problem('PRO_KEY_REQUIRED', said.onlyProKey());
  const { data, meta } = preview.show(answer.data, answer.meta);
  return { data, meta: { ...meta, preview: true } };
}

const isRendered = (data: unknown): data is Rendered =>
  typeof data === 'object' && data !== null && 'bytes' in data && data.bytes instanceof Uint8Array;

const isInPieces = (data: unknown): data is InPieces =>
  typeof data === 'object' && data !== null && 'pieces' in data && typeof data.pieces === 'function';

/** Rendered answers are read again where that is needed, which only payers wait for. */
function isEmpty(declaration: AnyEndpoint, data: unknown): boolean {
  const { empty } = declaration;
  if (isRendered(data)) {
    if (!empty && data.bytes.length > NOTHING_BYTES_MAX) return false;
    return isEmpty(declaration, JSON.parse(Buffer.from(data.bytes).toString()));
  }
  return empty ? empty(data) : data === null || (Array.isArray(data) && data.length === 0);
}

/** `null` and `[]` are no longer than this. */
const NOTHING_BYTES_MAX = 4;

/** An answer may be redacted for callers without Pro: their copies must not be taken for each other's. */
const forCaller = (etag: string, call: Call): string => (call.caller.pro ? etag : etag.replace(/"$/, '-f"'));

/** Lists that stand in an answer's meta only when there is something in them. */
const notes = ['pending', 'notLoaded', 'redacted', 'ignored'] as const;

function metaOf(declaration: AnyEndpoint, { meta }: Answer<unknown>, call: Call): Meta {
  const { manifest } = call.dataset;
  const built: Meta = {
    requestId: call.requestId,
    source: meta.source,
    sources: meta.sources,
    dataset: manifest.country,
    generation: manifest.id,
    cached: meta.cached ?? true,
    cachedAt: meta.cachedAt === undefined ? manifest.createdAt : meta.cachedAt,
    freshUntil: meta.freshUntil === undefined ? freshUntil(declaration.fresh, call.now) : meta.freshUntil,
    stale: meta.stale ?? false,
  };
  for (const name of notes) {
    const list = meta[name];
    if (list !== undefined && list.length > 0) built[name] = list;
  }
  if (meta.warnings !== undefined && meta.warnings.length > 0)
    built.warnings = meta.warnings.map(speaker(call.language));
  if (meta.preview) built.preview = true;
  if (meta.page) built.page = meta.page;
  return meta.extra ? Object.assign(built, meta.extra) : built;
}
