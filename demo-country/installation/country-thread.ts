/** The thread of the simulated country: the demo country's tax authority, bank, open-data portal and procurement system on the loopback. */
import { parentPort, workerData } from 'node:worker_threads';
import { country } from '#demo-country/country.ts';
import { completeDemoTrust } from '#demo-country/documents/signatures/trusted-list.ts';
import { serveCountry } from '#demo-country/server.ts';
import { readConfig, trustFolder } from '#server/config/config.ts';
import type { CountryStart, FromCountry } from '#server/messages.ts';

const { settings, folder } = workerData as CountryStart;
const { today, dataFolder, country: kind } = readConfig();
completeDemoTrust(trustFolder(dataFolder, kind));
const server = await serveCountry(country(settings), { folder, host: '127.0.0.1', port: 0, today });
parentPort?.postMessage({ address: server.address } satisfies FromCountry);
