/** Parses responses of the service into the answers that callers get. */
import { parsed, unreadable } from './error.ts';
import { type PaymentReceipt, receiptIn } from './payment.ts';
import { textOf } from './text.ts';

/** A file as a stream. */
export interface FileAnswer {
  /** Read or cancel the stream: until then it keeps the connection open. */
  body: ReadableStream<Uint8Array>;
  mediaType: string;
  /** The file name that the service suggests; null without a suggestion. */
  name: string | null;
  /** Null when the size is unknown in advance. */
  sizeBytes: number | null;
  etag: string | null;
  requestId: string | null;
}

/** A list as a file for spreadsheets. */
export interface TableAnswer extends FileAnswer {
  /** Rows of the whole list; null when the service did not count them. */
  total: number | null;
  totalRelation: 'exact' | 'atLeast' | null;
  /** Path and query of the next page, when the table is one page: without Pro, with `limit`, and for lists of persons. */
  next: string | null;
}

export interface JsonAnswer {
  preview: boolean;
  data: unknown;
  meta: { preview?: boolean };
  payment?: PaymentReceipt;
}

export async function jsonIn(response: Response): Promise<JsonAnswer> {
  const envelope = parsed(await textOf(response)) as {
    success?: boolean;
    data: unknown;
    meta?: { preview?: boolean };
  } | null;
  if (envelope?.success !== true || typeof envelope.meta !== 'object' || envelope.meta === null)
    throw unreadable(response);
  const { data, meta } = envelope;
  const payment = receiptIn(response);
  return { preview: meta.preview === true, data, meta, ...(payment && { payment }) };
}

export async function fileIn(response: Response): Promise<FileAnswer> {
  const { body, headers } = response;
  if (body === null) throw unreadable(response);
  const size = headers.get('content-length');
  return {
    body,
    mediaType: headers.get('content-type') ?? 'application/octet-stream',
    name: nameIn(headers.get('content-disposition') ?? ''),
    // `content-length` of a compressed response is the size of the transfer, not of the file.
    sizeBytes: size === null || headers.has('content-encoding') ? null : Number(size),
    etag: headers.get('etag'),
    requestId: headers.get('x-request-id'),
  };
}

export async function tableIn(response: Response): Promise<TableAnswer> {
  const { headers } = response;
  const total = headers.get('x-total-count');
  return {
    ...(await fileIn(response)),
    total: total === null ? null : Number(total),
    totalRelation: headers.get('x-total-relation') as TableAnswer['totalRelation'],
    next: /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null,
  };
}

/** RFC 6266: `filename*` has names with non-ASCII characters. */
function nameIn(disposition: string): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decoded(encoded);
  const plain = /filename="((?:[^"\\]|\\.)*)"|filename=([^;\s]+)/i.exec(disposition);
  return plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? null;
}

/** Null for text that is not valid UTF-8. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
