/** The authority's press page and the static files that it links to. */
import type { Day } from '#lib/values/date.ts';
import { type Answer, html } from './answer.ts';
import { releaseFile, releasesOn, type SimulatedRelease } from './press.ts';

export const PRESS_PAGE = '/presa/comunicate';

/** The links lead to the real host, as the real page's do; whoever asks for them maps it to us. */
export async function answerPress(path: string, today: Day): Promise<Answer> {
  if (path === PRESS_PAGE) return html(pressPage(today));
  const body = await releaseFile(path, today);
  if (body === null) return html('<html><body><h1>404 - Fișierul nu a fost găsit</h1></body></html>', 404);
  return { status: 200, headers: { 'content-type': 'application/pdf' }, body };
}

function pressPage(today: Day): string {
  const link = ({ path, title }: SimulatedRelease): string =>
    `<a target="_blank" href="https://static.anaf.ro${path}"><b>${escaped(title)}</b></a>`;
  const rows = releasesOn(today).map((one) => `<li>${link(one)}${one.annex ? ` ${link(one.annex)}` : ''}</li>`);
  return `<!doctype html><html lang="ro"><head><title>Comunicate de presă</title></head><body><nav><a href="/">Acasă</a> <a href="https://static.anaf.ro/static/10/Anaf/legislatie/Cod_fiscal.htm">Codul fiscal</a></nav><h1>Comunicate de presă</h1><ul>\n${rows.join('\n')}\n</ul></body></html>`;
}

/** Half of the letters are written as entities, as editors of such pages leave them. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('ș', '&#351;').replaceAll('ț', 'ţ');
