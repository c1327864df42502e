/** Records of an XLS stream (BIFF8): a type, a length, and what was too long for one record in those that continue it. */
import { BrokenWorkbook } from './broken-workbook.ts';

export interface BiffRecord {
  type: number;
  data: Buffer;
  /** Where, in `data`, a continuation began: texts that run over it say anew how they are written. */
  seams: readonly number[];
}

const CONTINUE = 0x003c;
/** Shared texts come as one record with thousands of continuations; no other record has more than a few. */
const RECORD_BYTES_MAX = 400_000_000;

export async function* biffRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<BiffRecord[]> {
  let held: Buffer = Buffer.alloc(0);
  let open: { type: number; parts: Buffer[]; bytes: number } | null = null;
  const close = (): BiffRecord | null => {
    if (open === null) return null;
    const seams: number[] = [];
    let at = 0;
    for (const part of open.parts.slice(0, -1)) {
      at += part.length;
      seams.push(at);
    }
    const data = open.parts.length === 1 ? (open.parts[0] as Buffer) : Buffer.concat(open.parts);
    return { type: open.type, data, seams };
  };
  for await (const chunk of chunks) {
    const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const records: BiffRecord[] = [];
    let at = 0;
    while (at + 4 <= bytes.length) {
      const type = bytes.readUInt16LE(at);
      const end = at + 4 + bytes.readUInt16LE(at + 2);
      if (end > bytes.length) break;
      const data = bytes.subarray(at + 4, end);
      at = end;
      if (type === CONTINUE && open !== null) {
        open.parts.push(data);
        open.bytes += data.length;
        if (open.bytes > RECORD_BYTES_MAX) throw new BrokenWorkbook('a record of more than 400 MB');
        continue;
      }
      const done = close();
      if (done !== null) records.push(done);
      open = { type, parts: [data], bytes: data.length };
    }
    held = bytes.subarray(at);
    yield records;
  }
  const last = close();
  if (last !== null) yield [last];
}

/** Reads texts that may run over seams. */
export class TextReader {
  private at: number;
  private readonly data: Buffer;
  private readonly seams: readonly number[];
  private seam = 0;

  constructor({ data, seams }: BiffRecord, at: number) {
    this.data = data;
    this.seams = seams;
    this.at = at;
  }

  /** A text with its length in two bytes before it, its formatting left out. */
  next(): string {
    this.skipSeams();
    const length = this.data.readUInt16LE(this.at);
    let flags = this.data[this.at + 2] ?? 0;
    this.at += 3;
    const runs = flags & RICH ? this.take16() : 0;
    const extra = flags & EXTENDED ? this.take32() : 0;
    let text = '';
    while (text.length < length) {
      const seam = this.nextSeam();
      if (this.at === seam) {
        // Behind a seam the text says anew whether its characters take one byte or two.
        flags = this.data[this.at] ?? 0;
        this.at++;
        this.seam++;
        continue;
      }
      const width = flags & WIDE ? 2 : 1;
      const characters = Math.min(length - text.length, Math.floor((seam - this.at) / width));
      if (characters <= 0) throw new BrokenWorkbook('a text that breaks off');
      const end = this.at + characters * width;
      text += this.data.toString(width === 2 ? 'utf16le' : 'latin1', this.at, end);
      this.at = end;
    }
    this.at += runs * 4 + extra;
    return text;
  }

  private take16(): number {
    this.at += 2;
    return this.data.readUInt16LE(this.at - 2);
  }

  private take32(): number {
    this.at += 4;
    return this.data.readUInt32LE(this.at - 4);
  }

  /** Runs and extras may have led over seams. */
  private skipSeams(): void {
    while (this.seam < this.seams.length && (this.seams[this.seam] ?? 0) <= this.at) this.seam++;
  }

  private nextSeam(): number {
    return this.seams[this.seam] ?? this.data.length;
  }
}

const WIDE = 1;
const EXTENDED = 4;
const RICH = 8;
