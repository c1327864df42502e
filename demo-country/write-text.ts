/** Text files: lines are buffered and written in large blocks, in the charset of their time. */
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Entity } from './entity.ts';

/** Large enough that a write costs little, small enough that fifty open files stay under a few megabytes. */
const BLOCK_CHARS = 64 * 1024;

export interface TextFile {
  /** Without its line end. */
  line(text: string): void;
  /** True when a block is ready to be written. */
  readonly full: boolean;
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface TextShape {
  charset?: 'utf8' | 'cp1250';
  bom?: boolean;
  lineEnd?: '\n' | '\r\n';
}

export async function createText(path: string, shape: TextShape = {}): Promise<TextFile> {
  await mkdir(dirname(path), { recursive: true });
  const handle: FileHandle = await open(path, 'w');
  const lineEnd = shape.lineEnd ?? '\n';
  let pending = shape.bom ? '\ufeff' : '';
  const flush = async (): Promise<void> => {
    if (pending === '') return;
    const block = shape.charset === 'cp1250' ? cp1250(pending) : Buffer.from(pending, 'utf8');
    pending = '';
    await handle.writeFile(block);
  };
  return {
    line(text) {
      pending += text + lineEnd;
    },
    get full() {
      return pending.length > BLOCK_CHARS;
    },
    flush,
    async close() {
      await flush();
      await handle.close();
    },
  };
}

function cp1250(text: string): Buffer {
  return Buffer.from(
    cedilla(text).replace(/[^\0-\u007f]/g, (letter) => String.fromCharCode(CP1250[letter] ?? 0x3f)),
    'latin1',
  );
}

/** Spelling in state publications. */
const CEDILLA: Record<string, string> = { ș: 'ş', ț: 'ţ', Ș: 'Ş', Ț: 'Ţ' };

/** State publications write ş and ţ with a cedilla nearly everywhere, and "" for missing values. */
export const cedilla = (text: string | null | undefined): string =>
  (text ?? '').replace(/[șțȘȚ]/g, (letter) => CEDILLA[letter] ?? letter);

/** The Romanian letters of Windows-1250, which has no letters with a comma below. */
export const CP1250: Record<string, number> = {
  ă: 0xe3,
  â: 0xe2,
  î: 0xee,
  ş: 0xba,
  ţ: 0xfe,
  Ă: 0xc3,
  Â: 0xc2,
  Î: 0xce,
  Ş: 0xaa,
  Ţ: 0xde,
};

export interface Publication {
  files: readonly TextFile[];
  firm(entity: Entity): void;
  /** For entities outside the trade registry. */
  outside?(entity: Entity): void;
  /** Called after the last entity. */
  end?(): Promise<void>;
}
