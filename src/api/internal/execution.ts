/** One operation performed for one caller who was let in: read the input, run the handler, check the answer. */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { ajv } from '#api/ajv.ts';
import type { Answer, AnswerMeta, AnyEndpoint, Call, Operation, RenderedChunks, RenderedData } from '#api/endpoint.ts';
import { assertInPreview, type Columns, withColumns } from '#api/fields.ts';
import { type AnswerFile, violationOf } from '#api/file.ts';
import { freshUntil } from '#api/freshness.ts';
import { type Input, type InputReader, inputReader, invalidFields, type RawInput, type Values } from '#api/input.ts';
import type { Meta, OperationResult } from '#api/operation-result.ts';
import { speaker } from '#lib/i18n/sentence.ts';
import { etagOf } from '#lib/values/hash.ts';
import { instantOf, msOf } from '#lib/values/instant.ts';
import { citationOf } from './citation.ts';
import { handlerOf } from './handlers.ts';
import { type AnyPreview, previewed, previewFor, previewInput } from './preview.ts';

export interface Executor {
  /** From the text of a request. Throws what is wrong with it, without performing anything. */
  read(raw: RawInput): Input;
  /** The same for values that a caller in this process gives. */
  check(values: Values): Input;
  /** What the caller may see of it, checked; `input` comes from one of the two. */
  answer(input: Input, call: Call): Promise<Answered>;
}

export interface Answered {
  data: unknown;
  meta: Meta;
  /** Then `data` is one. */
  isFile?: true;
  /** What is told of `data`, which is still whole: what may be shown, and what is empty, is judged by the whole. */
  columns?: Columns;
}

const performers = new WeakMap<AnyEndpoint, Executor>();

export function executorOf({ id, declaration }: Operation): Executor {
  const known = performers.get(declaration);
  if (known) return known;
  const made = executor(id, declaration);
  performers.set(declaration, made);
  return made;
}

function executor(id: string, declaration: AnyEndpoint): Executor {
  const handle = handlerOf<(values: Values, call: Call) => Promise<Answer<unknown>>>(declaration);
  const cite = citationOf(id, declaration);
  let reader: InputReader | undefined;
  /** Of previews (true) and of whole answers. */
  const checks = new Map<boolean, ValidateFunction>();
  return {
    read(raw) {
      reader ??= inputReader(declaration);
      return reader.read(raw);
    },
    check(values) {
      reader ??= inputReader(declaration);
      return reader.check(values);
    },
    async answer(input, call) {
      const preview = previewFor(call, declaration);
      const { columns } = input;
      if (preview && columns) assertInPreview(columns, preview.data, invalidFields);
      const answer = await (preview === null ? handle(input.values, call) : answerOf(preview, call, input));
      const { data } = answer;
      const meta = metaOf(declaration, answer, call, cite(input, answer.meta.sources, call));
      if (declaration.file) {
        const flaw = violationOf(data as AnswerFile, declaration.file);
        if (flaw) throw new Error(`The file of ${id} breaks its declaration: ${flaw}.`);
        return { data, meta, isFile: true };
      }
      const answered: Answered = columns ? { data, meta, columns } : { data, meta };
      if (isReady(data)) return answered;
      const check = checks.getOrInsertComputed(meta.preview === true, (isPreview) =>
        ajv.compile(isPreview ? declaration.preview?.data : declaration.data),
      );
      if (!check(data)) throw new Error(`The answer of ${id} breaks its schema: ${ajv.errorsText(check.errors)}`);
      return answered;
    },
  };

  async function answerOf(preview: AnyPreview, call: Call, input: Input): Promise<Answer<unknown>> {
    const { values, ignored } = previewInput(declaration, preview, input);
    const answer = await handle(values, call);
    if (isRendered(answer.data) || isChunked(answer.data)) throw new Error(`No preview is made of bytes, as of ${id}.`);
    return previewed(preview, answer, ignored);
  }
}

/** An answer as JSON with its tag, for doors that send it on. */
export function rendered(answered: Answered, call: Call): OperationResult {
  const { data, meta, isFile, columns } = answered;
  // Bytes are read again: whoever chooses columns waits for that, and nobody else.
  if (columns) return rendered({ data: withColumns(columns, valuesIn(answered)), meta }, call);
  if (isFile) return { data: '', file: data as AnswerFile, etag: tagOf(data as AnswerFile, call), meta };
  if (isRendered(data)) return { data: data.bytes, etag: forCaller(data.etag, call), meta };
  if (isChunked(data)) return { data: '', chunks: data.chunks, etag: forCaller(data.etag, call), meta };
  const json = JSON.stringify(data);
  return { data: json, etag: forCaller(etagOf(json), call), meta };
}

/** Strong, because the content has no other digest. Where nobody made one, its bytes may differ though it says the same. */
const tagOf = ({ sha256, revision }: AnswerFile, { requestId }: Call): string =>
  sha256 === null ? `W/"${revision ?? requestId}"` : `"${sha256}"`;

/** An answer as values, for callers in this process. */
export function valuesIn({ data }: Answered): unknown {
  if (isRendered(data)) return JSON.parse(Buffer.from(data.bytes).toString());
  if (isChunked(data)) return JSON.parse(Buffer.concat([...data.chunks()]).toString());
  return data;
}

const isRendered = (data: unknown): data is RenderedData =>
  typeof data === 'object' && data !== null && 'bytes' in data && data.bytes instanceof Uint8Array;

const isChunked = (data: unknown): data is RenderedChunks =>
  typeof data === 'object' && data !== null && 'chunks' in data && typeof data.chunks === 'function';

/** Bytes already. */
export const isReady = (data: unknown): boolean => isRendered(data) || isChunked(data);

/** Whether a payer would get nothing for it. RenderedData answers are read again where that is needed, which only payers wait for. */
export function isEmpty(declaration: AnyEndpoint, { data, isFile }: Answered): boolean {
  const { empty } = declaration;
  if (isFile) return (data as AnswerFile).sizeBytes === 0;
  if (isChunked(data)) return false;
  if (isRendered(data) && !empty && data.bytes.length > NOTHING_BYTES_MAX) return false;
  const value = valuesIn({ data } as Answered);
  return empty ? empty(value) : value === null || (Array.isArray(value) && value.length === 0);
}

/** `null` and `[]` are no longer than this. */
const NOTHING_BYTES_MAX = 4;

/** An answer may be redacted for callers without Pro, and is said in their language: their copies must not be taken for each other's. */
function forCaller(etag: string, { caller, language }: Call): string {
  if (caller.pro && language === 'en') return etag;
  return etag.replace(/"$/, `${caller.pro ? '' : '-f'}${language === 'en' ? '' : `-${language}`}"`);
}

/** What is stale, or not whole, or waits for a part that is being made, is not fresh: its window then ended with its reading. */
function freshEnd({ fresh }: AnyEndpoint, meta: AnswerMeta, cachedAt: string | null, call: Call): string | null {
  const { now } = call;
  const { awaits = [] } = call.dataset.manifest;
  const end = meta.freshUntil === undefined ? freshUntil(fresh, cachedAt, now) : meta.freshUntil;
  const isAwaiting = awaits.length > 0 && meta.notLoaded?.some((name) => awaits.includes(name)) === true;
  const isOver = meta.stale === true || (meta.pending?.length ?? 0) > 0 || isAwaiting;
  return isOver && end !== null && msOf(end) > now ? (cachedAt ?? instantOf(now)) : end;
}

/** Lists that stand in an answer's meta only when there is something in them. */
const notes = ['pending', 'notLoaded', 'redacted', 'ignored'] as const;

function metaOf(declaration: AnyEndpoint, { meta }: Answer<unknown>, call: Call, cite: string): Meta {
  const { manifest } = call.dataset;
  const cachedAt = meta.cachedAt === undefined ? manifest.createdAt : meta.cachedAt;
  const built: Meta = {
    requestId: call.requestId,
    source: meta.source,
    sources: meta.sources,
    cite,
    dataset: manifest.country,
    generation: manifest.id,
    cached: meta.cached ?? true,
    cachedAt,
    freshUntil: freshEnd(declaration, meta, cachedAt, call),
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
