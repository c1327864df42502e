/** Checks an installation, or the sources that it reads. */

import { writeFile } from 'node:fs/promises';
import { instant } from '#data/live/clock.ts';
import { noteSample } from '#data/live/source-sample-table.ts';
import { createClient } from '#data/sources/client.ts';
import { resolveAddresses } from '#data/sources/source-addresses.ts';
import type { ReadSource } from '#data/sources/sources.ts';
import { parseCui } from '#lib/values/cui.ts';
import type { Config } from '#server/config/config.ts';
import { type Command, type CommandCall, print, UsageError } from './command.ts';
import { textOf } from './doctor/answer-shapes.ts';
import { samplePress, sampleTreasury } from './doctor/authority.ts';
import { checkDocuments } from './doctor/documents.ts';
import { type Finding, withStore } from './doctor/finding.ts';
import { checkLeadership, checkRedis, checkRole, checkStandby } from './doctor/hosts.ts';
import { checkMachine } from './doctor/machine.ts';
import {
  checkProcurementBlock,
  checkRefusals,
  checkSamples,
  isInstalled,
  sampleProcurementFile,
  sampleProcurementList,
  withBlock,
} from './doctor/procurement.ts';
import { sampleBalanceFile, sampleCatalogue, sampleRegistryFile } from './doctor/publications.ts';
import { checkBilling, checkMail, checkRequests } from './doctor/services.ts';
import { sourceReport, stateOf } from './doctor/source-report.ts';
import { type Sample, type SampleContext, sampleBalance, sampleCompany, sampleRates } from './doctor/sources.ts';
import { checkStore } from './doctor/store.ts';

/** The country's largest company, listed on the stock exchange: it files every year. */
const SAMPLE_CUI = '1590082';

export const command: Command = {
  summary: 'Check this installation, or the sources it reads, and report problems.',
  usage: [
    'doctor [--json]                          runtime, folder, secrets, database, Redis, generation, standby, duties, procurement system, live sources, documents, requests, mail, payments; changes nothing',
    'doctor --sources [--cui CUI] [--report FILE] [--json]    reads one small sample of each source; expected against found; --report: also as a file to share, without personal data',
  ],
  options: {
    sources: { type: 'boolean' },
    cui: { type: 'string' },
    report: { type: 'string' },
    json: { type: 'boolean' },
  },
  run: (call) => (call.options.sources ? checkSources(call) : checkInstallation(call)),
};

async function checkInstallation({ config, options }: CommandCall): Promise<number> {
  const stored = await checkStore(config);
  const isReachable = !stored.some(({ check, state }) => check === 'database' && state === 'wrong');
  const more = isReachable
    ? [
        ...(await checkStandby(config)),
        ...(await checkLeadership(config)),
        ...(await checkProcurementBlock(config)),
        ...(await checkRefusals(config)),
        ...(await checkSamples(config)),
        ...(await checkDocuments(config)),
        ...(await checkRequests(config)),
        ...(await checkMail(config)),
        ...(await checkBilling(config)),
      ]
    : [];
  const own = [...(await checkMachine(config)), checkRole(config)];
  const findings = [...own, ...stored, ...(await checkRedis(config)), ...more];
  const well = findings.every(({ state }) => state !== 'wrong');
  if (options.json) print({ ok: well, findings });
  else print([...findings.flatMap(findingLines), well ? '\nAll is well.' : '\nSomething is wrong.'].join('\n'));
  return well ? 0 : 1;
}

const MARKS: Record<Finding['state'] | 'silent', string> = {
  ok: 'ok     ',
  warning: 'warning',
  wrong: 'WRONG  ',
  silent: 'SILENT ',
};

const findingLines = ({ check, state, found, advice }: Finding): string[] => [
  `${MARKS[state]}  ${check.padEnd(24)}${found}`,
  ...(advice === null ? [] : [`${' '.repeat(33)}→ ${advice}`]),
];

/** Reads one small sample of each source. */
const samplers: Record<ReadSource, ((context: SampleContext) => Promise<Sample>) | null> = {
  anafCompany: sampleCompany,
  anafBalance: sampleBalance,
  bnr: sampleRates,
  ckan: sampleCatalogue,
  onrc: sampleRegistryFile,
  balanceFiles: sampleBalanceFile,
  press: samplePress,
  // Sampled with the page that links to the files.
  pressFiles: null,
  treasury: sampleTreasury,
  procurementExports: sampleProcurementFile,
  procurement: sampleProcurementList,
};

async function checkSources({ config, options }: CommandCall): Promise<number> {
  const cui = parseCui(typeof options.cui === 'string' ? options.cui : SAMPLE_CUI);
  if (cui === null) throw new UsageError('--cui takes a fiscal code such as 1590082.');
  const context: SampleContext = {
    client: createClient(),
    addresses: resolveAddresses(config.addresses),
    today: config.today(),
    cui,
    withBlock: (use) => withBlock(config, use),
  };
  const found = new Map<string, Sample>();
  for (const [source, sampled] of Object.entries(samplers)) {
    if (sampled === null) continue;
    const sample = await sampled(context);
    found.set(source, sample);
    if (!options.json) print(sampleLines(sample).join('\n'));
  }
  const sampledAt = instant(Date.now());
  if (await isInstalled(config)) await noteSamples(config, found, sampledAt);
  if (typeof options.report === 'string')
    await writeFile(options.report, `${JSON.stringify(sourceReport(found, sampledAt), null, 2)}\n`);
  const samples = [...found.values()];
  const well = samples.every(({ differences }) => differences.length === 0);
  if (options.json) print({ ok: well, samples });
  else print(summary(samples));
  return well ? 0 : 1;
}

/** For the metrics of the service, which alerts watch. */
const noteSamples = (config: Config, samples: ReadonlyMap<string, Sample>, sampledAt: string): Promise<unknown> =>
  withStore(
    config,
    'live',
    (live) =>
      live.write(Array.from(samples, ([source, sample]) => noteSample({ source, state: stateOf(sample), sampledAt }))),
    { readOnly: false },
  );

function summary(samples: readonly Sample[]): string {
  const silent = samples.filter((sample) => sample.silent).length;
  const lines = [
    ...(silent === samples.length
      ? ['No source could be reached: this machine has no way to the internet, or a firewall is in between.']
      : silent > 0
        ? [`${silent} of ${samples.length} samples got no answer: try again later.`]
        : []),
    ...(samples.some((sample) => !sample.silent && sample.differences.length > 0)
      ? ['Sources that differ may be read wrongly or not at all.']
      : []),
  ];
  return lines.length === 0 ? 'All sources are as we know them.' : lines.join('\n');
}

const sampleLines = ({ source, address, expected, found, silent, differences, unread }: Sample): string[] => [
  `${silent ? MARKS.silent : differences.length === 0 ? MARKS.ok : MARKS.wrong}  ${source}\n         ${address}`,
  `         expected  ${expected}`,
  `         found     ${found}`,
  ...differences.filter(({ problem }) => problem !== found).map((each) => `         differs   ${textOf(each)}`),
  ...(unread.length === 0 ? [] : [`         not read  ${unread.join(', ')}`]),
  '',
];
