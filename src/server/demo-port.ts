/**
 * The interface of the demo's invented country. The country lies beside `src/`; `main.ts` provides the address of its module, which an
 * installation on real data never loads.
 */
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import type { Covered } from '#data/ingest/procurement/collect.ts';
import type { Progress } from '#data/ingest/progress.ts';
import type { Database } from '#data/store/database.ts';
import type { Day } from '#lib/values/date.ts';
import type { ForeignHandler } from '#transports/http/router.ts';
import type { InstallationProfile, ShowcaseRecord } from './compose/installation-profile.ts';
import type { Config } from './config/config.ts';

export interface DemoCountry {
  /** Key, fixed records and examples; ids of persons depend on the installation's key. */
  profile(personKey: string): Promise<InstallationProfile>;
  /** One record for every interesting case. */
  showcase(): Promise<readonly ShowcaseRecord[]>;
  /** The country of a data folder, and the folder of its publications. */
  settings(config: DemoConfig): DemoPublications;
  /** Writes everything that was published by today, the past of the country included; keeps days that were written before. */
  publish(config: DemoConfig, progress: Progress): Promise<void>;
  /** Collects from the country's procurement system the days that no export covers. */
  collectProcurement(config: DemoConfig, live: Database, covered: Covered, progress: Progress): Promise<void>;
  /** The usual duration of a first build of this size. */
  usualSeconds(companies: number): Promise<{ secondsToFirst: number; secondsToWhole: number }>;
  /** Starts a payment provider for play money, on the loopback. */
  startPayments(config: Config, secret: string): Promise<DemoPaymentProvider>;
  /** Serves the pages of that provider under the service's own address. */
  paymentPages(address: string): Promise<ForeignHandler>;
  /** For `firmoteca simulate`: writes the publications of one day, or serves the country's live interfaces. */
  write(settings: CountrySettings, folder: string, today: Day, progress: (done: number) => void): Promise<void>;
  serve(settings: CountrySettings, options: SimulationOptions): Promise<{ address: string; close(): Promise<void> }>;
}

/** The same seed, size and founding day make the same country. */
export interface CountrySettings {
  seed: string;
  companies: number;
  founded: Day;
}

export type DemoConfig = Pick<Config, 'dataFolder' | 'seed' | 'companies' | 'today'>;

export interface DemoPublications {
  settings: CountrySettings;
  folder: string;
}

export interface SimulationOptions {
  folder: string;
  host: string;
  port: number;
  today(): Day;
}

export interface DemoPaymentProvider {
  address: string;
  /** Sends events to the service on that port. */
  deliverTo(port: number): void;
  close(): Promise<void>;
}

/** Inherited by every thread that is started afterwards. */
const MODULE = 'firmoteca.demo-country';

/** `module`: exports `demoCountry`. */
export const provideDemoCountry = (module: URL): void => setEnvironmentData(MODULE, module.href);

export async function loadDemoCountry(): Promise<DemoCountry> {
  const module = getEnvironmentData(MODULE);
  if (typeof module !== 'string') throw new Error('No demo country was provided to this process.');
  return ((await import(module)) as { demoCountry: DemoCountry }).demoCountry;
}
