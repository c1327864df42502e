/** The trust command: import of certificates, revocation lists and trusted lists. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { demoTrust } from '#demo-country/documents/signatures/authority.ts';
import { completeDemoTrust, writeDemoTrust } from '#demo-country/documents/signatures/trusted-list.ts';
import { directoryName } from '#lib/signatures/names.ts';
import { importBytes, importTrust } from '#lib/signatures/trust-import.ts';
import { loadTrust, readTrustStore } from '#lib/signatures/trust-store.ts';
import { trustFolder } from '#server/config/config.ts';
import { firmoteca } from '#test/support/cli.ts';
import { type Authorities, makeAuthorities } from '#test/support/signatures/authorities.ts';
import { withoutOpenssl } from '#test/support/signatures/openssl.ts';
import { NOTE, opened, pemBytes, seal, verdictOf } from '#test/support/signatures/signing.ts';

describe('npx firmoteca trust', { skip: withoutOpenssl() }, () => {
  let created: Authorities;
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-trust-'));
  const trust = (...args: string[]) =>
    firmoteca(['trust', ...args], { FIRMOTECA_DATA: folder, FIRMOTECA_COUNTRY: 'romania' });
  const store = join(folder, 'trust');
  before(() => {
    created = makeAuthorities();
    created.issue('p256');
    created.issue('revoked');
  });
  after(() => {
    created.remove();
    rmSync(folder, { recursive: true });
  });

  test('an empty store is listed as empty', async () => {
    const { code, stdout } = await trust('list');
    assert.equal(code, 0);
    assert.match(stdout, /^The trust store is empty: .*trust\./);
  });

  test('the demo has a store of its own, separate from that of real data', async () => {
    const demo = (...args: string[]) =>
      firmoteca(['trust', ...args], { FIRMOTECA_DATA: folder, FIRMOTECA_COUNTRY: 'demo' });
    writeDemoTrust(trustFolder(folder, 'demo'), Date.now());
    assert.match((await demo('list')).stdout, /^Trusted, valid until:\n.*Demo/);
    assert.equal((await demo('import', created.path('root.pem'))).code, 0);
    assert.match((await demo('list')).stdout, / {2}root$/m);
    assert.match((await trust('list')).stdout, /^The trust store is empty/);
  });

  test('a demo that trusts its root only, as older ones do, gets the trusted list of its country', () => {
    const own = join(folder, 'older-demo-trust');
    completeDemoTrust(own);
    assert.deepEqual(readTrustStore(own).trustedLists, [], 'the first start fills an empty store');
    importTrust(created.write('demo-root.pem', demoTrust().roots.join('')), own, 'authorities');
    completeDemoTrust(own);
    const { certificates, trustedLists } = readTrustStore(own);
    assert.deepEqual(
      [certificates.authorities.length, certificates.time.length, trustedLists[0]?.territory],
      [2, 1, 'RO'],
    );
  });

  test('an invalid file is refused with a message, and nothing is stored', async () => {
    const file = created.write('nothing.txt', 'nothing');
    const { code, stdout } = await trust('import', file);
    assert.equal(code, 1);
    assert.match(stdout, /is no certificate, no list of revoked certificates and no trusted list/);
    assert.equal((await trust('import', created.path('absent.pem'))).code, 1);
    assert.equal((await trust('import', created.write('list.xml', '<a/>'))).code, 1);
    assert.equal((await trust('frobnicate')).code, 2);
    assert.match((await trust('list')).stdout, /^The trust store is empty/);
  });

  test('a trusted list adds the currently qualified authorities only', async () => {
    const { code, stdout } = await trust('import', created.write('ro.xml', trustedList(created)), '--json');
    assert.equal(code, 0);
    const [result] = JSON.parse(stdout);
    assert.deepEqual(
      [result.added, result.leftOut, result.unreadable],
      [{ authorities: 1, time: 1, helpers: 0, lists: 0 }, 3, 1],
    );
    const entries = (await trust('list', '--json')).json() as Record<string, { name: string }[]>;
    assert.deepEqual(
      [entries.authorities?.map(({ name }) => name), entries.time?.map(({ name }) => name)],
      [['authority'], ['root']],
    );
    const verdict = (): string => verdictOf(opened(created, seal(created, 'p256'), { trust: loadTrust(store) }));
    assert.equal(verdict(), NOTE);
    const current = created.write('current.crl', created.lists('authority')[0] as Buffer);
    assert.equal((await trust('import', current)).code, 0);
    assert.equal(verdict(), 'valid');
    rmSync(store, { recursive: true });
  });

  test('an authority that is listed for signatures and for seals counts once', async () => {
    const list = trustedList(created);
    const [service = ''] = list.match(/<TSPService>[\s\S]*?<\/TSPService>/) ?? [];
    const file = created.write(
      'twice.xml',
      list.replace(service, `${service}${service.replace('ForeSignatures', 'ForeSeals')}`),
    );
    const { stdout } = await trust('import', file, '--json');
    assert.equal(JSON.parse(stdout)[0].added.authorities, 1);
    rmSync(store, { recursive: true });
  });

  test('an older number of the list of the same country is refused', async () => {
    const numbered = (number: number): string =>
      created.write(
        `list-${number}.xml`,
        trustedList(created).replace(
          '<TrustServiceProviderList>',
          `<SchemeInformation><TSLSequenceNumber>${number}</TSLSequenceNumber><SchemeTerritory>RO</SchemeTerritory></SchemeInformation>$&`,
        ),
      );
    assert.equal((await trust('import', numbered(7))).code, 0);
    const { code, stdout } = await trust('import', numbered(6));
    assert.equal(code, 1);
    assert.match(stdout, /is older \(number 6\) than the list that was imported last \(number 7\)/);
    assert.equal((await trust('import', numbered(8))).code, 0);
    rmSync(store, { recursive: true });
  });

  test('the lists of several countries stand beside each other, and one by hand ends no daily download', () => {
    const scheme = (territory: string, number: number, due: string): string =>
      trustedList(created).replace(
        '<TrustServiceProviderList>',
        `<SchemeInformation><TSLSequenceNumber>${number}</TSLSequenceNumber><SchemeTerritory>${territory}</SchemeTerritory><NextUpdate><dateTime>${due}</dateTime></NextUpdate></SchemeInformation>$&`,
      );
    const now = new Date('2097-01-01');
    const address = 'https://list.example/ro.xml';
    importBytes(Buffer.from(scheme('RO', 5, '2098-01-01T00:00:00Z')), 'ro.xml', store, { now, address });
    importBytes(Buffer.from(scheme('HU', 9, '2097-06-01T00:00:00Z')), 'hu.xml', store, { now });
    importBytes(Buffer.from(scheme('RO', 6, '2098-02-01T00:00:00Z')), 'ro.xml', store, { now });
    assert.deepEqual(
      readTrustStore(store).trustedLists.map(({ territory, sequence, address }) => [territory, sequence, address]),
      [
        ['HU', 9, null],
        ['RO', 6, address],
      ],
    );
    const older = Buffer.from(scheme('HU', 8, '2098-01-01T00:00:00Z'));
    assert.throws(() => importBytes(older, 'hu.xml', store, { now }), /is older \(number 8\)/);
    rmSync(store, { recursive: true });
  });

  test('the European list of lists is named as such, with the address of the list of Romania', async () => {
    const pointer = (territory: string, address: string, type = 'vnd.etsi.tsl+xml'): string =>
      `<OtherTSLPointer><TSLLocation>${address}</TSLLocation><AdditionalInformation><OtherInformation><SchemeTerritory>${territory}</SchemeTerritory></OtherInformation><OtherInformation><m:MimeType xmlns:m="x">application/${type}</m:MimeType></OtherInformation></AdditionalInformation></OtherTSLPointer>`;
    const lists = `<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#"><SchemeInformation><TSLType>http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUlistofthelists</TSLType><SchemeTerritory>EU</SchemeTerritory><PointersToOtherTSL>${pointer('AT', 'https://list.example/at.xml')}${pointer('RO', 'https://list.example/ro.pdf', 'pdf')}${pointer('RO', 'https://list.example/ro.xml')}</PointersToOtherTSL></SchemeInformation></TrustServiceStatusList>`;
    const { code, stdout } = await trust('import', created.write('lotl.xml', lists));
    assert.equal(code, 1);
    assert.match(
      stdout,
      /is the European list of trusted lists, .* Romania: https:\/\/list\.example\/ro\.xml \(Other lists in it: AT\.\)/,
    );
    assert.match((await trust('list')).stdout, /^The trust store is empty/);
  });

  test('an authority withdrawn in a later list is removed and named', async () => {
    const granted = trustedList(created);
    const withdrawn = created.write('later.xml', granted.replace('Svcstatus/granted', 'Svcstatus/withdrawn'));
    assert.equal((await trust('import', created.write('ro.xml', granted))).code, 0);
    // A certificate that the operator placed by hand, in a file with another one.
    const both = Buffer.concat([created.read('authority.pem'), created.read('p256.pem')]);
    writeFileSync(join(store, 'authorities', 'both.pem'), both);
    const { stdout } = await trust('import', withdrawn);
    assert.match(stdout, /no longer trusted, since withdrawn: authority, authority\.$/m);
    const { anchors, timeAnchors } = loadTrust(store);
    const names = [anchors, timeAnchors].map((all) => all.map(({ subject }) => directoryName(subject).commonName));
    assert.deepEqual(names, [['p256'], ['root']]);
    rmSync(store, { recursive: true });
  });

  test('an expired trusted list is refused, and a service with a later start is left out', async () => {
    const due = (time: string): string =>
      trustedList(created).replace(
        '<TrustServiceProviderList>',
        `<SchemeInformation><NextUpdate><dateTime>${time}</dateTime></NextUpdate></SchemeInformation>$&`,
      );
    const { code, stdout } = await trust('import', created.write('old.xml', due('2020-01-02T00:00:00Z')));
    assert.equal(code, 1);
    assert.match(stdout, /old\.xml has expired: the next list was due on 2020-01-02\./);
    const later = due('2099-01-01T00:00:00Z').replace(
      '</ServiceStatus>',
      '$&<StatusStartingTime>2098-01-01T00:00:00Z</StatusStartingTime>',
    );
    const file = created.write('early.xml', later);
    const { added, leftOut } = importTrust(file, store, 'authorities', new Date('2097-01-01'));
    assert.deepEqual([added.authorities, added.time, leftOut], [0, 1, 4]);
    assert.equal(importTrust(file, store, 'authorities', new Date('2098-02-01')).added.authorities, 1);
    rmSync(store, { recursive: true });
  });

  test('certificates and lists are imported in PEM and DER, and the verdict follows', async () => {
    const der = seal(created, 'revoked');
    const verdict = (): string => verdictOf(opened(created, der, { trust: loadTrust(store) }));
    assert.match(verdict(), /^indeterminate trustStoreEmpty/);
    assert.equal((await trust('import', created.path('root.pem'))).code, 0);
    assert.equal(verdict(), 'indeterminate revocationNotChecked');
    const authority = created.write('authority.der', Buffer.from(pemBytes(created.read('authority.pem'))));
    assert.equal((await trust('import', authority, '--helper')).code, 0);
    const list = created.write(
      'authority.crl',
      created.list('authority', { revoked: new Date(Date.now() - 86_400_000) }),
    );
    assert.match((await trust('import', list)).stdout, /: 1 list of revoked certificates\.$/m);
    assert.equal(verdict(), 'indeterminate certificateRevoked');
    // A newer list replaces the earlier one.
    assert.equal((await trust('import', created.path('list.pem'))).code, 0);
    const entries = (await trust('list', '--json')).json() as Record<string, unknown[]>;
    assert.deepEqual(
      [entries.authorities?.length, entries.helpers?.length, entries.lists?.length, entries.unreadable],
      [1, 1, 1, []],
    );
    const by = ['-config', 'openssl.cnf', '-cert', 'authority.pem', '-keyfile', 'authority.key', '-crldays', '3'];
    created.run('ca', '-gencrl', ...by, '-crl_lastupdate', '20260101000000Z', '-out', 'older.crl');
    assert.match(
      (await trust('import', created.path('older.crl'))).stdout,
      /: 1 list not imported: older than the one in the store\.$/m,
    );
    assert.equal(verdict(), 'indeterminate certificateRevoked');
    const { stdout } = await trust('list');
    assert.match(stdout, /Trusted, valid until:\n {2}20[0-9-]{8} {2}[0-9a-f]{16} {2}root\nHelpers:\n.*authority\n/);
  });
});

/** In the format of published lists: the history of a service uses the same element names. */
function trustedList(created: Authorities): string {
  const base64 = (name: string): string => Buffer.from(pemBytes(created.read(`${name}.pem`))).toString('base64');
  const service = (type: string, status: string, certificate: string, more = ''): string => `
<TSPService><ServiceInformation>
<ServiceTypeIdentifier>http://uri.etsi.org/TrstSvc/Svctype/${type}</ServiceTypeIdentifier>
<ServiceName><Name xml:lang="en">A service</Name></ServiceName>
<ServiceDigitalIdentity><DigitalId><X509Certificate>${certificate}</X509Certificate></DigitalId></ServiceDigitalIdentity>
<ServiceStatus>http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/${status}</ServiceStatus>
<ServiceInformationExtensions><Extension Critical="false">${more}</Extension></ServiceInformationExtensions>
</ServiceInformation>
<ServiceHistory><ServiceHistoryInstance>
<ServiceTypeIdentifier>http://uri.etsi.org/TrstSvc/Svctype/CA/QC</ServiceTypeIdentifier>
<ServiceStatus>http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted</ServiceStatus>
</ServiceHistoryInstance></ServiceHistory></TSPService>`;
  const uses = (kind: string): string =>
    `<tslx:AdditionalServiceInformation xmlns:tslx="x"><URI xml:lang="en">http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/${kind}</URI></tslx:AdditionalServiceInformation>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#">
<TrustServiceProviderList><TrustServiceProvider><TSPServices>
${service('CA/QC', 'granted', base64('authority'), uses('ForeSignatures'))}
${service('TSA/QTST', 'granted', base64('root'))}
${service('CA/QC', 'withdrawn', base64('root'))}
${service('CA/QC', 'granted', base64('root'), uses('ForWebSiteAuthentication'))}
${service('Certstatus/OCSP/QC', 'granted', base64('root'))}
${service('CA/QC', 'granted', 'bm90aGluZw==')}
</TSPServices></TrustServiceProvider></TrustServiceProviderList>
</TrustServiceStatusList>`;
}
