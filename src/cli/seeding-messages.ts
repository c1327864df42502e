/** What a newcomer reads while the demo country is made: what is done, how long it takes, and what is served already. */

import { grouped } from '#data/ingest/progress.ts';
import type { DemoCountry } from '#server/demo-port.ts';

interface Screen {
  write(text: string): unknown;
}

/** Says it at once; what is given back is told of each generation that is served. */
export function tellFounding(
  companies: number,
  { secondsToFirst, secondsToWhole }: Awaited<ReturnType<DemoCountry['usualSeconds']>>,
  screen: Screen,
  clock: () => number = performance.now.bind(performance),
): (awaits: readonly string[]) => void {
  screen.write(
    `The demo country of ${grouped(companies)} companies is made now, while the service listens: company data in about ${secondsToFirst} s, everything in about ${secondsToWhole} s. Until then requests are answered 503 with what is being made.\n`,
  );
  const started = clock();
  let isFirst = true;
  return (awaits) => {
    const after = `${((clock() - started) / 1000).toFixed(1)} s`;
    if (awaits.length === 0)
      screen.write(
        `Everything is served, ${after} after the start. Documents of further notices follow by themselves.\n`,
      );
    else if (isFirst)
      screen.write(`Company data is served, ${after} after the start. To come: ${awaits.join(', ')}.\n`);
    else screen.write(`More is served. To come: ${awaits.join(', ')}.\n`);
    isFirst = false;
  };
}
