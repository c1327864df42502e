/** A request in TypeScript: `fetch`, and nothing to install. */
import type { SampleRequest } from './request.ts';

export function typescript({ method, url, query, body, isFile }: SampleRequest): string {
  const hasBody = method === 'POST';
  const headers = hasBody ? `${KEY}, 'Content-Type': 'application/json'` : KEY;
  return [
    ...(isFile ? [`import { writeFile } from 'node:fs/promises';`, ''] : []),
    `const url = new URL(${literal(url)});`,
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
  ].join('\n');
}

const KEY = `'X-API-Key': process.env.API_KEY ?? ''`;

/** In single quotes where nothing in it needs another. */
const literal = (text: string): string =>
  /^[^'"\\\p{C}\u2028\u2029]*$/u.test(text) ? `'${text}'` : JSON.stringify(text);
