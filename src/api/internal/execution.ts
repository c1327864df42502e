/** Executes one operation for an admitted caller: parses the input, runs the handler, validates and renders the answer. */

import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { TObject } from 'typebox';
import { ajv } from '#api/ajv.ts';
import { ApiError } from '#api/api-error.ts';
import type {
  Answer,
  AnswerMeta,
  AnyEndpoint,
  Call,
  Operation,
  Preview,
  RenderedChunks,
  RenderedData,
} from '#api/endpoint.ts';
import { assertInPreview, type Columns, withColumns } from '#api/fields.ts';
import { type AnswerFile, violationOf } from '#api/file.ts';
import { type Input, inputReader, invalidFields, type RawInput, type Values } from '#api/input.ts';
import { freshUntil, type Meta, type OperationResult } from '#api/operation-result.ts';
import { citationOf } from '#api/provenance.ts';
import { translator } from '#lib/i18n/message.ts';
import { type Awaitable, andThen } from '#lib/values/awaitable.ts';
import { etagOf } from '#lib/values/hash.ts';
import { instantOf, msOf } from '#lib/values/instant.ts';
import { messages } from '#locales/messages.ts';
import { handlerOf } from './handlers.ts';

interface Executor {
  /** Parses the text of a request. */
  read(raw: RawInput): Input;
  /** Validates typed input of a caller in this process. */
  check(values: Values): Input;
  /** Compiles the schemas of input and answers, which the first request would wait for. */
  prepare(): void;
  /** Runs the handler and validates the visible answer; `input` comes from one of the two methods above. */
  answer(input: Input, call: Call): Awaitable<ExecutedAnswer>;
}

export interface ExecutedAnswer {
  data: unknown;
  meta: Meta;
  /** `data` is an AnswerFile. */
  isFile?: true;
  /** The selected columns. `data` is still whole: redaction and emptiness are decided by the whole. */
  columns?: Columns;
}

const executors = new WeakMap<AnyEndpoint, Executor>();

export function executorOf({ id, declaration }: Operation): Executor {
  return executors.getOrInsertComputed(declaration, () => executor(id, declaration));
}

function executor(id: string, declaration: AnyEndpoint): Executor {
  const handle = handlerOf<(values: Values, call: Call) => Awaitable<Answer<unknown>>>(declaration);
  const cite = citationOf(id, declaration);
  const reader = inputReader(declaration);
  /** Validators of previews (true) and of whole answers (false). */
  const checks = new Map<boolean, ValidateFunction>();
  const checkOf = (isPreview: boolean): ValidateFunction =>
    checks.getOrInsertComputed(isPreview, () => ajv.compile(isPreview ? declaration.preview?.data : declaration.data));
  return {
    prepare() {
      reader.prepare();
      if (!declaration.file) checkOf(false);
      if (declaration.preview) checkOf(true);
    },
    read: (raw) => reader.read(raw),
    check: (values) => reader.check(values),
    answer(input, call) {
      const preview = previewFor(call, declaration);
      const { columns } = input;
      if (preview && columns) assertInPreview(columns, preview.data, invalidFields);
      const answer = preview === null ? handle(input.values, call) : answerOf(preview, call, input);
      return andThen(answer, (read) => checked(read, input, call));
    },
  };

  function checked(answer: Answer<unknown>, input: Input, call: Call): ExecutedAnswer {
    const { data } = answer;
    const { columns } = input;
    const meta = metaOf(declaration, answer, call, cite(input, answer.meta.sources, call));
    if (declaration.file) {
      const flaw = violationOf(data as AnswerFile, declaration.file);
      if (flaw) throw new Error(`The file of ${id} breaks its declaration: ${flaw}.`);
      return { data, meta, isFile: true };
    }
    const answered: ExecutedAnswer = columns ? { data, meta, columns } : { data, meta };
    if (isReady(data)) return answered;
    const check = checkOf(meta.preview === true);
    if (!check(data)) throw new Error(`The answer of ${id} breaks its schema: ${ajv.errorsText(check.errors)}`);
    return answered;
  }

  async function answerOf(preview: AnyPreview, call: Call, input: Input): Promise<Answer<unknown>> {
    const { values, ignored } = previewInput(declaration, preview, input);
    const answer = await handle(values, call);
    if (isRendered(answer.data) || isChunked(answer.data)) throw new Error(`No preview is made of bytes, as of ${id}.`);
    return withPreviewMeta(preview, answer, ignored);
  }
}

/** Renders an answer as JSON with its ETag. */
export function rendered(answered: ExecutedAnswer, call: Call): OperationResult {
  const { data, meta, isFile, columns } = answered;
  // Prerendered bytes are parsed again, which only field selection needs.
  if (columns) return rendered({ data: withColumns(columns, valuesIn(answered)), meta }, call);
  if (isFile) return { data: '', file: data as AnswerFile, etag: tagOf(data as AnswerFile, call), meta };
  if (isRendered(data)) return { data: data.bytes, etag: forCaller(data.etag, call), meta };
  if (isChunked(data)) return { data: '', chunks: data.chunks, etag: forCaller(data.etag, call), meta };
  const json = JSON.stringify(data);
  return { data: json, etag: forCaller(etagOf(json), call), meta };
}

/** A strong tag from the digest; without one the bytes may differ for the same meaning, so the tag is weak. */
const tagOf = ({ sha256, revision }: AnswerFile, { requestId }: Call): string =>
  sha256 === null ? `W/"${revision ?? requestId}"` : `"${sha256}"`;

/** An answer as values, for callers in this process. */
export function valuesIn({ data }: ExecutedAnswer): unknown {
  if (isRendered(data)) return parsed(data);
  if (isChunked(data)) return JSON.parse(Buffer.concat([...data.chunks()]).toString());
  return data;
}

/** JSON whose values are kept, five times as large. */
const PARSED_BYTES_MAX = 8_000_000;
const parsedValues = new Map<RenderedData, unknown>();
let parsedBytes = 0;
/** Documents that were parsed before: most are made for one answer. */
const parsedOnce = new WeakSet<RenderedData>();

/** The values of prerendered JSON. Those of a document that pages and tools ask for again are kept, and frozen. */
function parsed(data: RenderedData): unknown {
  const known = parsedValues.get(data);
  if (known !== undefined) return known;
  const values: unknown = JSON.parse(Buffer.from(data.bytes).toString());
  if (!parsedOnce.has(data)) {
    parsedOnce.add(data);
    return values;
  }
  parsedBytes += data.bytes.length;
  parsedValues.set(data, frozen(values));
  for (const oldest of parsedValues.keys()) {
    if (parsedBytes <= PARSED_BYTES_MAX) break;
    parsedBytes -= oldest.bytes.length;
    parsedValues.delete(oldest);
  }
  return values;
}

function frozen(values: unknown): unknown {
  if (typeof values !== 'object' || values === null) return values;
  for (const each of Object.values(values)) frozen(each);
  return Object.freeze(values);
}

const isRendered = (data: unknown): data is RenderedData =>
  typeof data === 'object' && data !== null && 'bytes' in data && data.bytes instanceof Uint8Array;

const isChunked = (data: unknown): data is RenderedChunks =>
  typeof data === 'object' && data !== null && 'chunks' in data && typeof data.chunks === 'function';

/** Prerendered. */
export const isReady = (data: unknown): boolean => isRendered(data) || isChunked(data);

/** Whether the answer is worth no payment. Prerendered answers are parsed for this only where needed. */
export function isEmpty(declaration: AnyEndpoint, { data, isFile }: ExecutedAnswer): boolean {
  const { empty } = declaration;
  if (isFile) return (data as AnswerFile).sizeBytes === 0;
  if (isChunked(data)) return false;
  if (isRendered(data) && !empty && data.bytes.length > EMPTY_BYTES_MAX) return false;
  const value = valuesIn({ data } as ExecutedAnswer);
  return empty ? empty(value) : value === null || (Array.isArray(value) && value.length === 0);
}

/** The length of the longest empty JSON value. */
const EMPTY_BYTES_MAX = 4;

/** ETags differ by class of access and language, because the answers do. */
function forCaller(etag: string, { caller, language }: Call): string {
  if (caller.pro && language === 'en') return etag;
  return etag.replace(/"$/, `${caller.pro ? '' : '-f'}${language === 'en' ? '' : `-${language}`}"`);
}

/** The end of the freshness window. Stale, incomplete and awaited answers count as expired when read. */
function freshEnd({ fresh }: AnyEndpoint, meta: AnswerMeta, cachedAt: string | null, call: Call): string | null {
  const { now } = call;
  const { awaits = [] } = call.dataset.manifest;
  const end = meta.freshUntil === undefined ? freshUntil(fresh, cachedAt, now) : meta.freshUntil;
  const isAwaiting = awaits.length > 0 && meta.notLoaded?.some((name) => awaits.includes(name)) === true;
  const isOver = meta.stale === true || (meta.pending?.length ?? 0) > 0 || isAwaiting;
  return isOver && end !== null && msOf(end) > now ? (cachedAt ?? instantOf(now)) : end;
}

/** Lists that are left out of `meta` when empty. */
const OPTIONAL_LISTS = ['pending', 'notLoaded', 'redacted', 'ignored'] as const;

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
  for (const name of OPTIONAL_LISTS) {
    const list = meta[name];
    if (list !== undefined && list.length > 0) built[name] = list;
  }
  if (meta.warnings !== undefined && meta.warnings.length > 0)
    built.warnings = meta.warnings.map(translator(call.language));
  if (meta.preview) built.preview = true;
  if (meta.page) built.page = meta.page;
  return meta.extra ? Object.assign(built, meta.extra) : built;
}

/**
 * A caller without Pro sees the preview of a Pro operation. It is the same for all callers: filters, days and offsets do not
 * apply, or repeated requests could reassemble the whole.
 */
// biome-ignore lint/suspicious/noExplicitAny: previews of operations of every answer type.
type AnyPreview = Preview<any, any>;

/**
 * The preview for this caller; null when the caller sees the whole answer. Access rules admit no caller to an operation without a
 * preview; this check enforces it.
 */
function previewFor({ caller }: Call, { access, preview, file }: AnyEndpoint): AnyPreview | null {
  if (caller.pro || access !== 'pro') return null;
  if (!preview || file) throw new ApiError('PRO_KEY_REQUIRED', messages.operations.onlyProKey());
  return preview;
}

/** The input of the preview: the identifying parameters, and defaults for the rest. */
function previewInput(
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

/** An identifying parameter is required and has no default; every other one is a filter. */
const isNaming = (query: TObject, name: string): boolean =>
  ((query.required ?? []) as string[]).includes(name) && defaultOf(query, name) === undefined;

const defaultOf = (query: TObject, name: string): unknown =>
  (query.properties[name] as { default?: unknown } | undefined)?.default;

function withPreviewMeta(preview: AnyPreview, answer: Answer<unknown>, ignored: string[]): Answer<unknown> {
  const { data, meta } = preview.reduce(answer.data, answer.meta);
  return { data, meta: { ...meta, ignored: [...new Set([...(meta.ignored ?? []), ...ignored])], preview: true } };
}
