/** Answers of the service, as callers get them. */
import { parsed, unreadable } from './error.ts';
import { type PaymentReceipt, receiptIn } from './payment.ts';
import { textOf } from './text.ts';

/** A file, which is read as it comes. */
export interface FileAnswer {
  /** Read it, or cancel it: until then the connection is held. */
  body: ReadableStream<Uint8Array>;
  mediaType: string;
  /** What to save it as; null where the service does not say. */
  name: string | null;
  /** Null when nobody knows before the end. */
  sizeBytes: number | null;
  etag: string | null;
  requestId: string | null;
}

/** A list as a file for spreadsheets. */
export interface TableAnswer extends FileAnswer {
  /** Rows of the whole list; null where nobody counted. */
  total: number | null;
  totalRelation: 'exact' | 'atLeast' | null;
  /** Path and query of the next page, where this table is one page only: without Pro, with `limit`, and of lists of persons. */
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
    // A compressed answer tells the size of what is sent, not of the file.
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

/** RFC 6266: letters of any language stand behind `filename*`. */
function nameIn(disposition: string): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decoded(encoded);
  const plain = /filename="((?:[^"\\]|\\.)*)"|filename=([^;\s]+)/i.exec(disposition);
  return plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? null;
}

/** Null for what is no text in UTF-8. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
