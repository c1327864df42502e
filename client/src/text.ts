/** The text of an answer, of which there is an end: whoever answers may be another than the service. */
import { unreadable } from './error.ts';

/** The longest answer of the service, all rates since there are any, has a third of it. */
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
