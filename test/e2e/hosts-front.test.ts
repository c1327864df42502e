/** The nginx samples are valid as they are, TLS included; other tests of hosts and of a proxy run them without TLS. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeCertificates, opensslPath } from '#test/support/certificates.ts';
import { nginxPath } from '#test/support/hosts/front.ts';
import { notRun } from '#test/support/skip-report.ts';

const skip =
  (nginxPath() === null && notRun('samples for nginx', 'apt-get install -y nginx-light')) ||
  (opensslPath() === null && notRun('samples for nginx', 'apt-get install -y openssl'));

for (const sample of ['nginx.conf', 'nginx-hosts.conf'])
  test(`nginx accepts deploy/${sample} with only certificate and ports replaced`, { skip }, (t) => {
    const certificates = makeCertificates();
    t.after(certificates.remove);
    const folder = mkdtempSync(join(tmpdir(), 'firmoteca-sample-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const { certificate, key } = certificates.server;
    const text = readFileSync(join(import.meta.dirname, '../../deploy', sample), 'utf8')
      // Unprivileged users may not listen on 80 and 443.
      .replace(/(?<=^ *listen (?:\[::\]:)?)(?=80;|443 )/gm, '20')
      .replace(/(?<=^ *ssl_certificate +).*(?=;)/m, certificate)
      .replace(/(?<=^ *ssl_certificate_key +).*(?=;)/m, key);
    assert.ok(text.includes(certificate) && text.includes(key), 'the sample names a certificate and its key');
    const log = join(folder, 'error.log');
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, `pid ${folder}/pid; error_log ${log};\nevents {}\nhttp { access_log off;\n${text}}\n`);
    const { status, stderr } = spawnSync(nginxPath() ?? '', ['-t', '-p', folder, '-e', log, '-c', file], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
  });
