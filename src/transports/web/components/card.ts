/** A section as a sheet of the dossier: title, sources and tools in the margin, facts beside them. */
import { type Html, html } from '#transports/web/html.ts';

export interface Sheet {
  /** For links to it. */
  id: string;
  title: string;
  sources?: Html | null;
  tools?: Html | null;
  body: Html;
}

export const sheet = ({ id, title, sources, tools, body }: Sheet): Html =>
  html`<section class="sheet" id="${id}" aria-labelledby="${id}-title"><header><h2 id="${id}-title">${title}</h2>${sources}${tools}</header><div>${body}</div></section>`;
