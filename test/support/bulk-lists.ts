/** Lists sent to the bulk check page as a browser sends them, and its result pages. */
import { type Answered, ask } from './raw-request.ts';
import { until } from './until.ts';

export interface Sent {
  codes?: string;
  file?: { name: string; bytes: Uint8Array };
  day?: string;
  receipts?: boolean;
}

export interface Reader {
  port: number;
  cookie?: string;
  /** For a form on a page of another site. */
  origin?: string;
  path?: string;
}

export async function send({ codes = '', file, day = '', receipts = false }: Sent, reader: Reader): Promise<Answered> {
  const { port, cookie, origin = `http://127.0.0.1:${port}`, path = '/verificare' } = reader;
  const form = new FormData();
  form.set('codes', codes);
  form.set('list', new File([file?.bytes.slice() ?? new Uint8Array()], file?.name ?? ''));
  form.set('day', day);
  if (receipts) form.set('receipts', 'yes');
  const sent = new Response(form);
  const headers = {
    'content-type': sent.headers.get('content-type') ?? '',
    host: `127.0.0.1:${port}`,
    origin,
    ...(cookie !== undefined && { cookie }),
  };
  return ask(port, { method: 'POST', path, headers, body: Buffer.from(await sent.arrayBuffer()) });
}

export const look = (path: string, { port, cookie }: Reader): Promise<Answered> =>
  ask(port, { path, headers: { accept: 'text/html', ...(cookie !== undefined && { cookie }) } });

/** The result page of a submitted list, when the check has ended. */
export async function resultOf(sent: Sent, reader: Reader): Promise<Answered & { path: string }> {
  const { status, headers, text } = await send(sent, reader);
  const path = String(headers.location ?? '');
  if (status !== 303) throw new Error(`${status}: ${text.replace(/<[^>]*>/g, ' ').slice(0, 2_000)}`);
  let page = await look(path, reader);
  await until('the check has ended', async () => {
    page = await look(path, reader);
    return !page.text.includes('data-progress');
  });
  return { ...page, path };
}

/** The visible text of a page. */
export const wordsOf = ({ text }: Pick<Answered, 'text'>): string =>
  text
    .slice(text.indexOf('<main'))
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replace(/\s+/g, ' ');
