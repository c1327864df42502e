/** Reads the text of a response up to a limit: the responding host may not be the service. */
import { unreadable } from './error.ts';

/** Three times the longest answer of the service, the history of all rates. */
const TEXT_BYTES_MAX = 64 * 1024 * 1024;

export async function textOf(response: Response): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > TEXT_BYTES_MAX) {
      await reader.cancel();
      throw unreadable(response, `The answer is longer than any of the service: more than ${TEXT_BYTES_MAX} bytes.`);
    }
    text += decoder.decode(value, { stream: true });
  }
}
