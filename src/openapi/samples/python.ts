/** A request in Python: its standard library, and nothing to install. */
import type { SampleRequest } from './request.ts';

export function python({ method, url, query, body, isFile }: SampleRequest): string {
  const hasBody = method === 'POST';
  const hasQuery = query.length > 0;
  return [
    ...(isFile ? [] : ['import json']),
    'import os',
    ...(isFile ? ['import shutil'] : []),
    ...(hasQuery ? ['from urllib.parse import urlencode'] : []),
    'from urllib.request import Request, urlopen',
    '',
    hasQuery
      ? `url = ${literal(`${url}?`)} + urlencode(${literal(Object.fromEntries(query))})`
      : `url = ${literal(url)}`,
    `headers = {"X-API-Key": os.environ["API_KEY"]${hasBody ? ', "Content-Type": "application/json"' : ''}}`,
    ...(hasBody ? [`body = json.dumps(${literal(body)}).encode()`] : []),
    `with urlopen(Request(url, ${hasBody ? 'data=body, ' : ''}headers=headers), timeout=30) as response:`,
    ...(isFile
      ? ['    with open("download", "wb") as file:', '        shutil.copyfileobj(response, file)']
      : ['    data = json.load(response)["data"]', 'print(json.dumps(data, ensure_ascii=False, indent=2))']),
  ].join('\n');
}

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
