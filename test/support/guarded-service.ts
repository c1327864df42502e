/** `serve` as `src/main.ts` starts it, with a shorter stop timeout: the first argument, in milliseconds. */
import { guard } from '#server/guard.ts';

guard(new URL('../../src/main.ts', import.meta.url), ['serve'], Number(process.argv[2]));
