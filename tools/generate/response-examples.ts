/** The demo's answer to the first example of every operation, as `reference/examples/` has them and the OpenAPI document shows them. */
import type { Operation } from '#api/endpoint.ts';
import { DEMO_ACCOUNT } from '#platform/accounts/demo-account.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { usageTotal } from '#platform/usage/usage-table.ts';
import type { DemoService } from '#test/support/demo-service.ts';
import { until } from '#test/support/until.ts';
import { DEMO_TIME, keyOfNewAccount, withFixedDemo } from '../fixed-demo.ts';
import type { GeneratedFile } from './generated-file.ts';

export const EXAMPLES_FOLDER = 'reference/examples';
/** Enough of a list to see its shape. */
const ROWS_KEPT = 2;
/** Texts of documents go on for pages. */
const TEXT_KEPT = 600;

/** The usage of an account is asked for first, after these two: it would change with every operation that comes before it. */
const USED = ['checkCompanyContracts', 'convertCurrency'];
const USAGE = 'getAccountUsage';

/** What differs from run to run, or with every format of a part, and what is shown in its place. */
const FIXED: Record<string, unknown> = {
  requestId: 'c2nPZ0l2bXq1T0uV',
  generation: '2026-11-15-1',
  latencyMs: 12,
  lagSeconds: 1,
  // By the clock of the database.
  ledSince: DEMO_TIME,
};
/** The signature of a cursor is bound to its generation. */
const SIGNATURE = /(?<=(^|cursor=)[\w-]{1,400}\.)[\w-]{16}$/;

/** The clock of the process stays fixed afterwards. */
export const responseExamples = (): Promise<GeneratedFile[]> =>
  withFixedDemo(async (service) => {
    const shown = service.operations.filter(({ declaration }) => !declaration.file);
    // Twice: what the first round finds still being asked of a source is there in the second.
    await examplesOf(service, shown, await keyOfNewAccount(service));
    return examplesOf(service, shown, DEMO_KEY);
  });

async function examplesOf(
  service: DemoService,
  operations: readonly Operation[],
  key: string,
): Promise<GeneratedFile[]> {
  const cookie = (await fetch(service.origin)).headers.get('set-cookie')?.split(';')[0] ?? '';
  const files: GeneratedFile[] = [];
  const keep = (name: string, { status, body }: { status: number; body: unknown }): void => {
    if (status !== 200) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`);
    files.push({
      path: `${EXAMPLES_FOLDER}/${name}.json`,
      text: `${JSON.stringify(withFixedValues(body), null, 2)}\n`,
    });
  };
  const order = [USAGE, ...USED];
  for (const operation of operations.toSorted((a, b) => order.indexOf(b.id) - order.indexOf(a.id))) {
    const { id, declaration } = operation;
    if (id === USAGE && key === DEMO_KEY) await counted(service, USED.length);
    const address = addressOf(operation);
    const headers = { 'x-api-key': key };
    keep(
      id,
      await (declaration.body
        ? service.post(address, declaration.examples[0]?.body, headers)
        : service.get(address, headers)),
    );
    if (declaration.preview) keep(`${id}.preview`, await service.get(address, { cookie }));
  }
  return files;
}

function addressOf({ declaration: { path, examples } }: Operation): string {
  const [example] = examples;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example?.params?.[name] ?? ''));
  return example?.query ? `${filled}?${new URLSearchParams(example.query)}` : filled;
}

/** Usage is counted in memory and written in batches: one line for each operation. */
const counted = ({ store }: DemoService, operations: number): Promise<void> =>
  until('the usage is written', async () => {
    const day = DEMO_TIME.slice(0, 10);
    return (await usageTotal(store.state, DEMO_ACCOUNT, { from: day, to: day })).lines === operations;
  });

function withFixedValues(value: unknown, name = ''): unknown {
  if (value === null) return null;
  if (name in FIXED) return FIXED[name];
  if (typeof value === 'string') return text(value, name);
  if (Array.isArray(value)) return value.slice(0, ROWS_KEPT).map((each) => withFixedValues(each));
  if (typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withFixedValues(inner, key)]));
}

function text(value: string, name: string): string {
  if (name === 'nextCursor' || name === 'next') return value.replace(SIGNATURE, 'AAAAAAAAAAAAAAAA');
  return value.length > TEXT_KEPT ? `${value.slice(0, TEXT_KEPT)}…` : value;
}
