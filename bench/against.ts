/** The service of another checkout of this project, with data of its own making, measured in the same run: `--against FOLDER`. */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { anyInstallation } from './country.ts';
import type { observedCountry } from './observed.ts';
import type { Server, startServer } from './servers.ts';

interface Other {
  anyInstallation: typeof anyInstallation;
  observedCountry: typeof observedCountry;
  startServer: typeof startServer;
}

export interface OtherCountry {
  /** Fiscal codes whose answers are kept there: its demo may have other companies than ours. */
  cuis: string[];
  start(): Promise<Server>;
}

/** Its packages must be installed there. */
export async function otherCountry(folder: string, companies: number): Promise<OtherCountry> {
  const from = async (file: string): Promise<Other> => import(pathToFileURL(join(resolve(folder), 'bench', file)).href);
  const config = (await from('country.ts')).anyInstallation(companies);
  const { cuis, keys } = await (await from('observed.ts')).observedCountry(config);
  const { startServer: start } = await from('servers.ts');
  const env = {
    FIRMOTECA_DATA: config.dataFolder,
    FIRMOTECA_LOG: 'errors',
    FIRMOTECA_WORKERS: '1',
    DATABASE_URL: '',
  };
  return { cuis, start: () => start('the other checkout', { keys, env }) };
}
