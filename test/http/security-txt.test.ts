/** `/.well-known/security.txt`: its contents, the required setting and its valid values. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { securityTxt } from '#server/compose/web.ts';
import { readConfig, WrongSetting } from '#server/config/config.ts';
import { firmoteca } from '#test/support/cli.ts';
import { smallService } from '#test/support/small-service.ts';

const PATH = '/.well-known/security.txt';
const DAY_MS = 86_400_000;
const CONTACT = 'mailto:security@firms.example';
const PUBLIC_URL = 'https://firms.example';

test('with the setting the file has contact, expiry, languages and its own address', async (t) => {
  const service = await smallService({ bare: true, config: { securityContact: CONTACT } });
  t.after(() => service.close());
  const response = await fetch(`${service.origin}${PATH}`);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
  const expires = /^Expires: (\S+)$/m.exec(await response.text())?.[1] ?? '';
  assert.ok(Date.parse(expires) > Date.now());
  assert.equal(
    securityTxt(CONTACT, PUBLIC_URL, Date.parse('2026-11-18T20:15:00.000Z')),
    `Contact: ${CONTACT}
Expires: 2027-05-17T00:00:00.000Z
Preferred-Languages: ro, en
Canonical: https://firms.example/.well-known/security.txt
`,
  );
  for (const publicUrl of [null, 'http://127.0.0.1:8080'])
    assert.doesNotMatch(securityTxt(CONTACT, publicUrl, 0), /Canonical/);
});

test('the expiry is in the future and within a year, whenever the file is read', () => {
  for (const time of ['1999-12-31T23:59:59.999Z', '2027-03-01T00:00:00.000Z', '2028-02-29T12:00:00.000Z']) {
    const now = Date.parse(time);
    const expires = /^Expires: (\S+)$/m.exec(securityTxt(CONTACT, null, now))?.[1] ?? '';
    const days = (Date.parse(expires) - now) / DAY_MS;
    assert.ok(days > 1 && days < 365, `${time} ${expires}`);
  }
});

test('without the setting the file is a 404', async (t) => {
  const service = await smallService({ bare: true });
  t.after(() => service.close());
  assert.equal((await fetch(`${service.origin}${PATH}`)).status, 404);
});

test('the setting accepts mailto and https addresses, and refuses other values by name', async () => {
  const name = 'FIRMOTECA_SECURITY_CONTACT';
  assert.equal(readConfig({}).securityContact, null);
  for (const value of [CONTACT, 'mailto:a@b?subject=Firmoteca', 'https://firms.example/security#report'])
    assert.equal(readConfig({ [name]: value }).securityContact, value);
  const refused = [
    'security@firms.example',
    'mailto:security',
    'mailto:',
    'http://firms.example',
    'https:firms.example',
  ];
  const hostile = [
    `${CONTACT}\nExpires: never`,
    `${CONTACT} `,
    'mailto:ș@firms.example',
    'https://me:secret@firms.example',
  ];
  for (const value of [...refused, ...hostile]) assert.throws(() => readConfig({ [name]: value }), WrongSetting, value);
  const { code, output } = await firmoteca(['serve'], { [name]: 'security@firms.example' });
  assert.equal(code, 2);
  assert.match(output, /^The setting FIRMOTECA_SECURITY_CONTACT must be an address such as mailto:.+\.\n$/);
});
