/** Brings in the treasury accounts that the tax authority publishes. */
import { mkdir } from 'node:fs/promises';
import { importTreasuries } from '#ingest/treasury.ts';
import { WrongShape } from '#sources/shape.ts';
import { type Command, print, UsageError } from './command.ts';

/** Enough to see what is wrong with a list. */
const SHOWN_MAX = 20;

export const command: Command = {
  summary: 'Bring in the published IBANs of the treasuries.',
  usage: [
    'treasury import --from FOLDER [--json]    county pages (Alba.htm) and the text of the lists (iban_TREZ001_TREZ002.txt)',
  ],
  options: { from: { type: 'string' }, json: { type: 'boolean' } },
  async run({ words, options, config }) {
    if (words[0] !== 'import' || typeof options.from !== 'string') throw new UsageError('Say import --from FOLDER.');
    await mkdir(config.dataFolder, { recursive: true });
    try {
      const result = await importTreasuries(options.from, config.dataFolder);
      if (options.json) print(result);
      else {
        print(`${result.ibans} IBANs of ${result.lists} lists and ${result.pages} county pages.`);
        for (const line of result.skipped.slice(0, SHOWN_MAX)) print(`skipped: ${line}`);
        if (result.skipped.length > SHOWN_MAX) print(`and ${result.skipped.length - SHOWN_MAX} more`);
        print(result.ibans > 0 ? 'The service reads them at its next start.' : 'Nothing was changed.');
      }
      return result.ibans > 0 ? 0 : 1;
    } catch (error) {
      if (!(error instanceof WrongShape)) throw error;
      print(error.message);
      return 1;
    }
  },
};
