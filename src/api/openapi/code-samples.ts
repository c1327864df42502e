/**
 * Code samples of an operation in three languages, from its declaration and its first example. The browser script of the
 * documentation uses them too.
 */
export interface SampleRequest {
  method: 'GET' | 'POST';
  /** The origin under which callers reach the service. */
  origin: string;
  /** The path without query; it needs no quoting in any language. */
  path: string;
  query: readonly (readonly [name: string, value: string])[];
  body: unknown;
  /** The answer is a file. */
  isFile: boolean;
  /** The answer is one page of a list. */
  isPaged: boolean;
}

/** Encodes by RFC 3986, including quotes and brackets, which `encodeURIComponent` leaves. */
export const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** A sample stops after so many rows: trying it must not read a whole country. */
export const SAMPLE_ROWS_MAX = 100;

const queryText = (query: SampleRequest['query']): string =>
  query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');

/** An entry of `x-codeSamples` in OpenAPI. */
export interface CodeSample {
  lang: 'Shell' | 'TypeScript' | 'Python';
  label: string;
  source: string;
}

export const samplesOf = (request: SampleRequest): CodeSample[] => [
  { lang: 'Shell', label: 'curl', source: curl(request) },
  { lang: 'TypeScript', label: 'TypeScript', source: typescript(request) },
  { lang: 'Python', label: 'Python', source: python(request) },
];

function curl({ method, origin, path, query, body, isFile }: SampleRequest): string {
  const hasBody = method === 'POST';
  // `-G` keeps the query readable; with a body, it would move the body into the query.
  const queryFlags = query.length > 0 && !hasBody;
  const url = `${origin}${path}`;
  const address = query.length > 0 && hasBody ? `${url}?${queryText(query)}` : url;
  return [
    `curl ${isFile ? '--fail -OJ ' : ''}${queryFlags ? '-G ' : ''}${quoted(address)}`,
    '-H "X-API-Key: $API_KEY"',
    ...(queryFlags ? query.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`) : []),
    ...(hasBody ? [`-H 'Content-Type: application/json'`, `--data-raw ${quoted(JSON.stringify(body))}`] : []),
  ].join(' \\\n  ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const typescript = (request: SampleRequest): string =>
  (request.isPaged ? typescriptPages(request) : typescriptCall(request)).join('\n');

function typescriptCall({ method, origin, path, query, body, isFile }: SampleRequest): string[] {
  const hasBody = method === 'POST';
  const headers = hasBody ? `${KEY}, 'Content-Type': 'application/json'` : KEY;
  return [
    ...(isFile ? [`import { writeFile } from 'node:fs/promises';`, ''] : []),
    `const url = new URL(${typescriptLiteral(`${origin}${path}`)});`,
    ...query.map(([name, value]) => `url.searchParams.set(${typescriptLiteral(name)}, ${typescriptLiteral(value)});`),
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

/** Follows `meta.page.next`. */
const typescriptPages = ({ origin, path, query }: SampleRequest): string[] => [
  `const headers = { ${KEY} };`,
  'let rows: unknown[] | null = [];',
  `let next: string | null = ${typescriptLiteral(query.length > 0 ? `${path}?${queryText(query)}` : path)};`,
  `while (next !== null && rows.length < ${SAMPLE_ROWS_MAX}) {`,
  `  const response: Response = await fetch(${typescriptLiteral(origin)} + next, { headers });`,
  '  if (!response.ok) throw new Error(await response.text());',
  '  const { data, meta } = (await response.json()) as { data: unknown[] | null; meta: { page: { next: string | null } } };',
  '  if (data === null) {',
  '    rows = null; // unknown: meta.notLoaded names the missing data',
  '    break;',
  '  }',
  '  rows.push(...data);',
  '  next = meta.page.next;',
  '}',
  'console.log(JSON.stringify(rows, null, 2));',
];

const KEY = `'X-API-Key': process.env.API_KEY ?? ''`;

/** Single quotes where the text needs no escapes. */
const typescriptLiteral = (text: string): string =>
  /^[^'"\\\p{C}\u2028\u2029]*$/u.test(text) ? `'${text}'` : JSON.stringify(text);

const python = (request: SampleRequest): string =>
  (request.isPaged ? pythonPages(request) : pythonCall(request)).join('\n');

function pythonCall({ method, origin, path, query, body, isFile }: SampleRequest): string[] {
  const hasBody = method === 'POST';
  const hasQuery = query.length > 0;
  const url = `${origin}${path}`;
  return [
    ...(isFile ? [] : ['import json']),
    'import os',
    ...(isFile ? ['import shutil'] : []),
    'import sys',
    'from urllib.error import HTTPError',
    ...(hasQuery ? ['from urllib.parse import urlencode'] : []),
    'from urllib.request import Request, urlopen',
    '',
    hasQuery
      ? `url = ${pythonLiteral(`${url}?`)} + urlencode(${pythonLiteral(Object.fromEntries(query))})`
      : `url = ${pythonLiteral(url)}`,
    `headers = {"X-API-Key": os.environ["API_KEY"]${hasBody ? ', "Content-Type": "application/json"' : ''}}`,
    ...(hasBody ? [`body = json.dumps(${pythonLiteral(body)}).encode()`] : []),
    'try:',
    `    with urlopen(Request(url, ${hasBody ? 'data=body, ' : ''}headers=headers), timeout=30) as response:`,
    ...(isFile
      ? ['        with open("download", "wb") as file:', '            shutil.copyfileobj(response, file)']
      : ['        data = json.load(response)["data"]']),
    ...REFUSED,
    ...(isFile ? [] : ['print(json.dumps(data, ensure_ascii=False, indent=2))']),
  ];
}

/** Follows `meta.page.next`. */
const pythonPages = ({ origin, path, query }: SampleRequest): string[] => [
  'import json',
  'import os',
  'import sys',
  'from urllib.error import HTTPError',
  'from urllib.request import Request, urlopen',
  '',
  'headers = {"X-API-Key": os.environ["API_KEY"]}',
  'rows = []',
  `path = ${pythonLiteral(query.length > 0 ? `${path}?${queryText(query)}` : path)}`,
  `while path and len(rows) < ${SAMPLE_ROWS_MAX}:`,
  '    try:',
  `        with urlopen(Request(${pythonLiteral(origin)} + path, headers=headers), timeout=30) as response:`,
  '            page = json.load(response)',
  ...REFUSED.map((line) => `    ${line}`),
  '    if page["data"] is None:',
  '        rows = None  # unknown: meta.notLoaded names the missing data',
  '        break',
  '    rows += page["data"]',
  '    path = page["meta"]["page"]["next"]',
  'print(json.dumps(rows, ensure_ascii=False, indent=2))',
];

/** The body has the error or the payment offer. */
const REFUSED = ['except HTTPError as error:', '    sys.exit(error.read().decode())'];

/** Texts have the same syntax in JSON and Python; `true`, `false` and `null` differ. */
function pythonLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${pythonLiteral(inner)}`)
    .join(', ')}}`;
}
