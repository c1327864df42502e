/** What a browser sends when a reader presses the button of one of our forms; and what a page of another site would make it send. */
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
