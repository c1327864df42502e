/** Writes the publications of an invented country, or serves its live interfaces. */

import { progressOn } from '#data/ingest/progress.ts';
import { isDay } from '#lib/values/date.ts';
import { loadDemoCountry } from '#server/demo-port.ts';
import { type Command, type CommandCall, print, terminal, UsageError } from './command.ts';

export const command: Command = {
  summary:
    'Write the publications of an invented country, or serve its tax authority, bank, open-data portal and procurement system.',
  usage: [
    'simulate write --out FOLDER [--seed TEXT] [--companies N] [--founded DAY] [--today DAY] [--json]',
    'simulate serve --out FOLDER [--seed TEXT] [--companies N] [--founded DAY] [--today DAY] [--port N]',
  ],
  options: {
    out: { type: 'string' },
    seed: { type: 'string' },
    companies: { type: 'string' },
    founded: { type: 'string' },
    today: { type: 'string' },
    port: { type: 'string' },
    json: { type: 'boolean' },
  },
  async run(call) {
    const { out } = call.options;
    if (typeof out !== 'string') throw new UsageError('Say where: --out FOLDER.');
    switch (call.words[0]) {
      case 'write':
        return await write(call, out);
      case 'serve':
        return await serve(call, out);
      default:
        throw new UsageError('Say write or serve.');
    }
  },
};

function settingsOf({ options, config }: CommandCall) {
  const text = (name: string, fallback: string): string => {
    const value = options[name];
    return typeof value === 'string' ? value : fallback;
  };
  const day = (name: string, fallback: string): string => {
    const value = text(name, fallback);
    if (!isDay(value)) throw new UsageError(`--${name} takes a day such as 2026-11-15.`);
    return value;
  };
  const companies = Number(text('companies', String(config.companies)));
  if (!Number.isSafeInteger(companies) || companies < 1) throw new UsageError('--companies takes a whole number.');
  const today = day('today', config.today());
  return { today, settings: { seed: text('seed', config.seed), companies, founded: day('founded', today) } };
}

async function write(call: CommandCall, out: string): Promise<number> {
  const { today, settings } = settingsOf(call);
  const step = call.options.json ? null : progressOn(terminal().stderr).step(`country of ${today}`, settings.companies);
  await (await loadDemoCountry()).write(settings, out, today, (done) => step?.at(done, done));
  step?.end('written');
  print(call.options.json ? { folder: out, today, ...settings } : `The publications of ${today} lie in ${out}.`);
  return 0;
}

async function serve(call: CommandCall, out: string): Promise<number> {
  const { today, settings } = settingsOf(call);
  const port = Number(call.options.port ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError('--port takes a port number.');
  const fixed = typeof call.options.today === 'string';
  const demo = await loadDemoCountry();
  const server = await demo.serve(settings, {
    folder: out,
    host: '127.0.0.1',
    port,
    today: fixed ? () => today : call.config.today,
  });
  print(`The simulated country answers on ${server.address}; faults: GET ${server.address}/_faults. Stop with Ctrl-C.`);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
  await server.close();
  return 0;
}
