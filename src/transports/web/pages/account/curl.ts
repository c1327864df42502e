/** A first request, ready to be copied: the address is real, and so is the company. */
import { type Html, html } from '#transports/web/html.ts';

export interface FirstRequest {
  /** How readers reach us. */
  origin: string;
  /** Of a company that this installation knows. */
  cui: string;
}

/** A key has no letter that a shell would read otherwise. */
export const curlLine = ({ origin, cui }: FirstRequest, key: string): string =>
  `curl -H 'X-API-Key: ${key}' ${origin}/api/company/${cui}`;

/** Stands for the key where it is not at hand any more. */
const OWN_KEY = '$FIRMOTECA_KEY';

/** In double quotes, so that a shell puts in the key that was kept in its variable. */
export const curlWithVariable = ({ origin, cui }: FirstRequest): string =>
  `curl -H "X-API-Key: ${OWN_KEY}" ${origin}/api/company/${cui}`;

export const commandBlock = (line: string): Html =>
  html`<pre class="command" tabindex="0"><code data-copy>${line}</code></pre>`;
