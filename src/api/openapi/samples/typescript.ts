/** A request in TypeScript: `fetch`, and nothing to install. */
import { queryText, SAMPLE_ROWS_MAX, type SampleRequest } from './request.ts';

export const typescript = (request: SampleRequest): string =>
  (request.isPaged ? pages(request) : single(request)).join('\n');

function single({ method, origin, path, query, body, isFile }: SampleRequest): string[] {
  const hasBody = method === 'POST';
  const headers = hasBody ? `${KEY}, 'Content-Type': 'application/json'` : KEY;
  return [
    ...(isFile ? [`import { writeFile } from 'node:fs/promises';`, ''] : []),
    `const url = new URL(${literal(`${origin}${path}`)});`,
    ...query.map(([name, value]) => `url.searchParams.set(${literal(name)}, ${literal(value)});`),
    'const response = await fetch(url, {',
    ...(hasBody ? [`  method: 'POST',`] : []),
    `  headers: { ${headers} },`,
    ...(hasBody ? [`  body: JSON.stringify(${JSON.stringify(body)}),`] : []),
    '});',
    'if (!response.ok) throw new Error(await response.text());',
    ...(isFile
      ? [`await writeFile('download', new Uint8Array(await response.arrayBuffer()));`]
      : [
          'const { data } = (await response.json()) as { data: unknown };',
          'console.log(JSON.stringify(data, null, 2));',
        ]),
  ];
}

/** Every page says where the next one is. */
const pages = ({ origin, path, query }: SampleRequest): string[] => [
  `const headers = { ${KEY} };`,
  'const rows: unknown[] = [];',
  `let next: string | null = ${literal(query.length > 0 ? `${path}?${queryText(query)}` : path)};`,
  `while (next !== null && rows.length < ${SAMPLE_ROWS_MAX}) {`,
  `  const response: Response = await fetch(${literal(origin)} + next, { headers });`,
  '  if (!response.ok) throw new Error(await response.text());',
  '  const { data, meta } = (await response.json()) as { data: unknown[]; meta: { page: { next: string | null } } };',
  '  rows.push(...data);',
  '  next = meta.page.next;',
  '}',
  'console.log(JSON.stringify(rows, null, 2));',
];

const KEY = `'X-API-Key': process.env.API_KEY ?? ''`;

/** In single quotes where nothing in it needs another. */
const literal = (text: string): string =>
  /^[^'"\\\p{C}\u2028\u2029]*$/u.test(text) ? `'${text}'` : JSON.stringify(text);
