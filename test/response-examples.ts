/** Takes the demo's answer to the first example of every operation, and keeps it in `reference/examples/`: `npm run examples`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation } from '#api/endpoint.ts';
import { exampleFolder } from '#api/response-examples.ts';
import { systemClock } from '#data/live/clock.ts';
import { demoService } from './support/demo-service.ts';
import { collectDemoDocuments } from './support/first-demo-documents.ts';
import { fixClock } from './support/fixed-clock.ts';

const COMPANIES = 300;
/** Enough of a list to see its shape. */
const ROWS_KEPT = 2;
/** Texts of documents go on for pages. */
const TEXT_KEPT = 600;

/** When the command runs, whenever that is: its clock starts here, so that the answers are the same every time. */
const BEGIN = Date.parse('2026-11-15T08:00:00.000Z');
/** Windows of freshness are of this length or longer; the command takes less than half of it. */
const STEP_MS = 1_800_000;
fixClock(new Date(BEGIN).toISOString(), 'running');

/** Instants of the run itself. */
const INSTANTS =
  /^(asOf|cachedAt|fetchedAt|freshUntil|judgedAt|judgedFor|lastFailure|lastSuccess|loadedAt|lookedAt|nextLookAt|seenAt|since|vatCheckedAt)$/;
/** What differs from run to run, with what stands for it. */
const FIXED: Record<string, unknown> = {
  requestId: 'c2nPZ0l2bXq1T0uV',
  generation: '2026-11-15-1',
  latencyMs: 12,
  lagSeconds: 1,
};
/** The same in single operations: what is counted and read beside the requests comes to its end at its own pace. */
const FIXED_IN: Record<string, Record<string, unknown>> = {
  getAccountUsage: { 'data.total.requests': 60 },
  // Told by the clock of the database, which is never ours.
  getStatus: { 'data.duties.ledSince': '2026-11-15T08:00:00.000Z' },
  listPressArticles: { 'meta.page.total': 94 },
};
/** Usage is written every five seconds. */
const COUNTED_ROUNDS = 7;
const COUNTED_ROUND_MS = 1_000;
/** The signature of a cursor is bound to its generation. */
const SIGNATURE = /(?<=(^|cursor=)[\w-]{1,400}\.)[\w-]{16}$/;

// The clock of live sources was taken before ours was set.
const service = await demoService(null, COMPANIES, { ...systemClock, now: () => Date.now() }, {}, null, () => true);
try {
  const cookie = (await fetch(service.origin)).headers.get('set-cookie')?.split(';')[0] ?? '';
  await collectDemoDocuments(service);
  rmSync(exampleFolder, { recursive: true, force: true });
  mkdirSync(exampleFolder, { recursive: true });
  // What an account used is told last, when all the others were used and counted.
  const isLast = ({ id }: Operation): number => Number(id === 'getAccountUsage');
  for (const operation of service.operations.toSorted((a, b) => isLast(a) - isLast(b))) {
    const { id, declaration } = operation;
    if (declaration.file) continue;
    if (isLast(operation)) await allIsCounted();
    const address = addressOf(operation);
    keep(id, await (declaration.body ? service.post(address, declaration.examples[0]?.body) : service.get(address)));
    if (declaration.preview) keep(`${id}.preview`, await service.get(address, { cookie }));
  }
} finally {
  await service.close();
}

function addressOf({ declaration: { path, examples } }: Operation): string {
  const [example] = examples;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example?.params?.[name] ?? ''));
  return example?.query ? `${filled}?${new URLSearchParams(example.query)}` : filled;
}

/** Counted in memory and written in batches: it is whole when it grows no more. */
async function allIsCounted(): Promise<void> {
  let [lines, same] = [0, 0];
  while (same < COUNTED_ROUNDS) {
    await sleep(COUNTED_ROUND_MS);
    const { body } = await service.get('/account/usage');
    same = body.data.linesTotal === lines ? same + 1 : 0;
    lines = body.data.linesTotal;
  }
}

function keep(name: string, { status, body }: { status: number; body: unknown }): void {
  if (status !== 200) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`);
  writeFileSync(
    new URL(`${name}.json`, exampleFolder),
    `${JSON.stringify(settled(body, { ...FIXED, ...FIXED_IN[name] }), null, 2)}\n`,
  );
}

function settled(value: unknown, fixed: Record<string, unknown>, path = '', name = ''): unknown {
  if (value === null) return null;
  for (const each of [name, path]) if (each in fixed) return fixed[each];
  if (typeof value === 'string') return text(value, name);
  if (Array.isArray(value)) return value.slice(0, ROWS_KEPT).map((each) => settled(each, fixed, path));
  if (typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      settled(inner, fixed, path === '' ? key : `${path}.${key}`, key),
    ]),
  );
}

function text(value: string, name: string): string {
  if (INSTANTS.test(name) && value.includes('T')) {
    const steps = Math.round((Date.parse(value) - BEGIN) / STEP_MS);
    return new Date(BEGIN + steps * STEP_MS).toISOString();
  }
  if (name === 'nextCursor' || name === 'next') return value.replace(SIGNATURE, 'AAAAAAAAAAAAAAAA');
  return value.length > TEXT_KEPT ? `${value.slice(0, TEXT_KEPT)}…` : value;
}
