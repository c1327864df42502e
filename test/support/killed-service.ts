/** A second service over the same database that kills itself before one of its writes, after a given number of writes. */
import { type SmallOptions, type SmallPlace, serveSmall } from './small-service.ts';

const { place: location, options } = JSON.parse(process.argv[2] ?? '') as { place: SmallPlace; options: SmallOptions };
let writes = Number.POSITIVE_INFINITY;
const { port } = await serveSmall(location, {
  ...options,
  state: (own) => ({
    ...own,
    async write(statements) {
      if (writes-- > 0) return own.write(statements);
      process.kill(process.pid, 'SIGKILL');
      return new Promise<never>(() => {});
    },
  }),
});
process.on('message', (result: number) => {
  writes = result;
  process.send?.('doomed');
});
process.send?.(port);
