import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from '#transports/web/html.ts';
import { type Person, type PersonFirm, yearsAndCounties } from './person-firms.ts';

test('firms with a court appointment of the person are excluded from counts by year and county', () => {
  const firm = (county: string, since: string, counted: boolean) => ({ county, counted, roles: [{ since }] });
  const firms = [
    firm('Cluj', '2019-01-02', true),
    firm('Cluj', '2024-01-02', false),
    firm('Alba', '2024-01-02', false),
  ] as unknown as PersonFirm[];
  const { markup } = yearsAndCounties({ counties: ['Cluj'] } as Person, firms, html``, 'ro');
  assert.match(markup, /1\sintrare\scunoscută/);
  assert.match(markup, /2019: 1/);
  assert.ok(!markup.includes('Alba') && !markup.includes('2024'));
});
