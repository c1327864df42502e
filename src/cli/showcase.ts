/** Lists the fixed records of the demo country, one for every interesting case. */
import { loadDemoCountry } from '#server/demo-port.ts';
import { type Command, print } from './command.ts';

export const command: Command = {
  summary: 'List the demo country’s fixed records, one for every interesting case.',
  usage: ['showcase [--json]'],
  options: { json: { type: 'boolean' } },
  async run({ options }) {
    const showcase = await (await loadDemoCountry()).showcase();
    if (options.json) print(showcase.map((record) => ({ ...record, shows: record.shows.en })));
    else
      for (const { cui, name, shows } of showcase)
        print(`${cui.padEnd(11)} ${name.slice(0, 44).padEnd(45)} ${shows.en}`);
    return 0;
  },
};
