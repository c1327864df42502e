/** A request as a line for a shell (POSIX): what it says stands in single quotes, in which only they themselves mean anything. */
import { queryText, type SampleRequest } from './request.ts';

export function curl({ method, origin, path, query, body, isFile }: SampleRequest): string {
  const hasBody = method === 'POST';
  // curl encodes the query of a GET itself, so that it can be read; with a body, -G would send that as the query.
  const asks = query.length > 0 && !hasBody;
  const url = `${origin}${path}`;
  const address = query.length > 0 && hasBody ? `${url}?${queryText(query)}` : url;
  return [
    `curl ${isFile ? '--fail -OJ ' : ''}${asks ? '-G ' : ''}${quoted(address)}`,
    '-H "X-API-Key: $API_KEY"',
    ...(asks ? query.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`) : []),
    ...(hasBody ? [`-H 'Content-Type: application/json'`, `--data-raw ${quoted(JSON.stringify(body))}`] : []),
  ].join(' \\\n  ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
