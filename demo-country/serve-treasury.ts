/** The authority's pages and lists of treasury accounts, on the host of its static files. */
import { type Answer, html } from './answer.ts';
import { treasuryFile } from './treasury.ts';

/** `host`: the one that was asked. */
export function answerTreasury(path: string, host: string): Answer {
  const file = treasuryFile(path, host);
  if (file === null) return html('<html><body><h1>404 - Fișierul nu a fost găsit</h1></body></html>', 404);
  return 'page' in file
    ? html(file.page)
    : { status: 200, headers: { 'content-type': 'application/pdf' }, body: file.pdf };
}
