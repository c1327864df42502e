/** The thread of the simulated country: the demo country's tax authority, bank, open-data portal and procurement system on the loopback. */
import { parentPort, workerData } from 'node:worker_threads';
import { readConfig } from '#config';
import type { CountryStart, FromCountry } from '#serve/messages.ts';
import { country } from '#simulate/country.ts';
import { serveCountry } from '#simulate/server.ts';

const { settings, folder } = workerData as CountryStart;
const { today } = readConfig();
const server = await serveCountry(country(settings), { folder, host: '127.0.0.1', port: 0, today });
parentPort?.postMessage({ address: server.address } satisfies FromCountry);
