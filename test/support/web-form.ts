/** The form request of a browser on our own page, and that of a page of another site. */
import { type Answered, ask } from './raw-request.ts';

export const sendForm = (
  port: number,
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> =>
  ask(port, {
    method: 'POST',
    path,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: `http://127.0.0.1:${port}`,
      host: `127.0.0.1:${port}`,
      'sec-fetch-site': 'same-origin',
      accept: 'text/html',
      ...headers,
    },
    body: new URLSearchParams(fields).toString(),
  });
