/**
 * The Google side of the Google Sheets function, as a thread: the script runs unchanged from the documentation, and its requests go
 * over a real socket. Google’s calls are synchronous, so each request runs in a process of its own.
 */
import { spawnSync } from 'node:child_process';
import { createContext, runInContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';

/** The used options of UrlFetchApp. */
interface FetchOptions {
  method?: string;
  contentType?: string;
  headers?: Record<string, string>;
  payload?: string;
  muteHttpExceptions?: boolean;
}

/** The result of a formula: cells, or the note of an error. */
export interface Evaluated {
  cells?: unknown;
  error?: string;
  requests: number;
}

const SEND = `
const { url, ...init } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
fetch(url, init).then(async (response) =>
  process.stdout.write(JSON.stringify({ status: response.status, text: await response.text() })));
`;

let requests = 0;

function fetchNow(url: string, options: FetchOptions) {
  requests++;
  const { method = 'get', contentType, headers = {}, payload, muteHttpExceptions = false } = options;
  const sent = { ...headers, ...(contentType && { 'content-type': contentType }) };
  const input = JSON.stringify({ url, method: method.toUpperCase(), headers: sent, body: payload });
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', SEND], { input, encoding: 'utf8', timeout: 60_000 });
  if (stdout === '') throw new Error(stderr);
  const { status, text } = JSON.parse(stdout) as { status: number; text: string };
  if (status >= 400 && !muteHttpExceptions) throw new Error(`Request failed with code ${status}.`);
  return { getResponseCode: () => status, getContentText: () => text };
}

const { script, key, formulas } = workerData as { script: string; key: string; formulas: unknown[][] };
const context = createContext({
  UrlFetchApp: { fetch: fetchNow },
  PropertiesService: { getScriptProperties: () => ({ getProperty: (name: string) => (name === 'key' ? key : null) }) },
});
runInContext(script, context);
const evaluated = formulas.map((args): Evaluated => {
  requests = 0;
  // Ranges are arrays of the script’s own realm, as in Google Sheets.
  const call = `JSON.stringify(FIRMA(...${JSON.stringify(args)}))`;
  try {
    return { cells: JSON.parse(String(runInContext(call, context))), requests };
  } catch (error) {
    return { error: (error as Error).message, requests };
  }
});
parentPort?.postMessage(evaluated);
