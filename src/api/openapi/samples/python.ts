/** A request in Python: its standard library, and nothing to install. */
import { queryText, SAMPLE_ROWS_MAX, type SampleRequest } from './request.ts';

export const python = (request: SampleRequest): string =>
  (request.isPaged ? pages(request) : single(request)).join('\n');

function single({ method, origin, path, query, body, isFile }: SampleRequest): string[] {
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
      ? `url = ${literal(`${url}?`)} + urlencode(${literal(Object.fromEntries(query))})`
      : `url = ${literal(url)}`,
    `headers = {"X-API-Key": os.environ["API_KEY"]${hasBody ? ', "Content-Type": "application/json"' : ''}}`,
    ...(hasBody ? [`body = json.dumps(${literal(body)}).encode()`] : []),
    'try:',
    `    with urlopen(Request(url, ${hasBody ? 'data=body, ' : ''}headers=headers), timeout=30) as response:`,
    ...(isFile
      ? ['        with open("download", "wb") as file:', '            shutil.copyfileobj(response, file)']
      : ['        data = json.load(response)["data"]']),
    ...REFUSED,
    ...(isFile ? [] : ['print(json.dumps(data, ensure_ascii=False, indent=2))']),
  ];
}

/** Every page says where the next one is. */
const pages = ({ origin, path, query }: SampleRequest): string[] => [
  'import json',
  'import os',
  'import sys',
  'from urllib.error import HTTPError',
  'from urllib.request import Request, urlopen',
  '',
  'headers = {"X-API-Key": os.environ["API_KEY"]}',
  'rows = []',
  `path = ${literal(query.length > 0 ? `${path}?${queryText(query)}` : path)}`,
  `while path and len(rows) < ${SAMPLE_ROWS_MAX}:`,
  '    try:',
  `        with urlopen(Request(${literal(origin)} + path, headers=headers), timeout=30) as response:`,
  '            page = json.load(response)',
  ...REFUSED.map((line) => `    ${line}`),
  '    rows += page["data"]',
  '    path = page["meta"]["page"]["next"]',
  'print(json.dumps(rows, ensure_ascii=False, indent=2))',
];

/** What is wrong, or what it costs, stands in the body. */
const REFUSED = ['except HTTPError as error:', '    sys.exit(error.read().decode())'];

/** Texts are written alike in JSON and in Python; `true`, `false` and `null` are not. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${literal(inner)}`)
    .join(', ')}}`;
}
