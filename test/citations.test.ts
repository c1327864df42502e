/** What can be cited: every source of an answer with its address, and a line to paste. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sourcesCited, thingsCited } from '#operations/cited-things.ts';
import type { SourceStamp } from '#operations/endpoint.ts';
import { ask } from './ask.ts';
import { DEMO_KEY, type SmallService, smallService } from './small-service.ts';
import { companyCui } from './tiny-country.ts';

let service: SmallService;
before(async () => {
  service = await smallService({ config: { publicUrl: 'https://firms.example' } });
});
after(() => service.close());

const get = async (path: string, headers: Record<string, string> = {}) => {
  const { status, text } = await ask(service.port, { path, headers: { 'x-api-key': DEMO_KEY, ...headers } });
  assert.equal(status, 200, text.slice(0, 300));
  return JSON.parse(text) as { data: unknown; meta: { cite: string; sources: SourceStamp[] } };
};

const COMPANY = `/api/company/${companyCui(1)}`;

/** The day of reading, by whatever clock runs here. */
const withoutDay = (cite: string): string => cite.replace(/(read on|consultat la) [0-9.-]+/, '$1 TODAY');

test('a line to paste says what it is, where it is from, our address and the day, and that the demo is invented', async () => {
  const { meta } = await get(COMPANY);
  assert.equal(
    withoutDay(meta.cite),
    `Company record: ${companyCui(1)}. Sources: trade registry, ONRC (2026-11-02); published balance sheets, Ministry of Finance (2026-11-15). ` +
      `Firmoteca, https://firms.example${COMPANY}, read on TODAY. Invented data of the demo country: no fact to be cited.`,
  );
});
