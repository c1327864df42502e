/** The lines of a back-up file, one by one: whatever is wrong with the file below its lines is told here. */
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { BrokenBackup } from './format.ts';

/** The longest line holds an answer that was paid for, some MB; what is longer was made to fill memory. */
const LINE_BYTES_MAX = 128 * 1024 * 1024;
const NEWLINE = 0x0a;

/** Without their line ends. What stands behind the last line end is left out: a whole file has nothing there. */
export async function* linesIn(file: string): AsyncGenerator<Buffer> {
  const input = createReadStream(file);
  const unpacked = input.pipe(createGunzip());
  input.on('error', (error) => unpacked.destroy(error));
  let begun: Buffer[] = [];
  let begunBytes = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        const rest = chunk.subarray(from, at);
        yield begunBytes === 0 ? rest : Buffer.concat([...begun, rest]);
        [begun, begunBytes, from] = [[], 0, at + 1];
      }
      begun.push(chunk.subarray(from));
      begunBytes += chunk.length - from;
      if (begunBytes > LINE_BYTES_MAX) throw new BrokenBackup(`${file} has a line that is too long for a back-up.`);
    }
  } catch (error) {
    throw told(file, error);
  } finally {
    input.destroy();
  }
  if (begunBytes > 0) throw cutOff(file);
}

export const cutOff = (file: string): BrokenBackup =>
  new BrokenBackup(`${file} is cut off: its end is missing. Take another back-up.`);

function told(file: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR') return cutOff(file);
  if (message === 'incorrect header check') return new BrokenBackup(`${file} is no back-up of Firmoteca.`);
  if (code?.startsWith('Z_')) return new BrokenBackup(`${file} is damaged: ${message}. Take another back-up.`);
  return error;
}
