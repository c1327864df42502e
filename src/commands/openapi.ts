/** Prints the OpenAPI document, without a running service. */
import { DEMO_KEY } from '#accounts/keys.ts';
import { openapi } from '#http/openapi.ts';
import { declaredOperations } from '#app';
import { VERSION } from '#version';
import { type Command, print } from './command.ts';

export const command: Command = {
  summary: 'Print the OpenAPI 3.1 document.',
  usage: ['openapi'],
  options: {},
  async run({ config }) {
    print(openapi(declaredOperations(), { publicUrl: config.publicUrl ?? '/', version: VERSION, demoKey: config.country === 'demo' ? DEMO_KEY : null }) as object);
    return 0;
  },
};
