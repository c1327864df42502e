/** Shows and fills the trust store: the authorities whose signatures on documents count as valid. */

import { downloadTrustedList, LIST_OF_LISTS } from '#domain/documents/trust/list-downloads.ts';
import { counting } from '#lib/i18n/english.ts';
import { Failure } from '#lib/safe-fetch/exchange.ts';
import { directoryName, displayName } from '#lib/signatures/names.ts';
import { ImportRejected, importTrust, type TrustImport } from '#lib/signatures/trust-import.ts';
import { readTrustStore, type StoredCertificate, type TrustStore } from '#lib/signatures/trust-store.ts';
import { trustFolder } from '#server/config/config.ts';
import { type Command, print, UsageError } from './command.ts';

export const command: Command = {
  summary: 'Show and fill the store of trusted certificate authorities.',
  usage: [
    'trust list [--json]                       who is trusted, until when, and how old the lists of revoked certificates are',
    'trust download [--from ADDRESS] [--json]   Romania’s trusted list, by way of the European list of lists; renewed every day from then on',
    'trust import FILE … [--json]              certificates (PEM or DER) to trust, lists of revoked ones (CRL), or a trusted list (ETSI TS 119 612, XML)',
    'trust import FILE … --helper [--json]     certificates between signers and authorities: used, but trusted for nothing by themselves',
    'trust import FILE … --time [--json]       authorities that are trusted for timestamps only',
  ],
  options: {
    json: { type: 'boolean' },
    helper: { type: 'boolean' },
    time: { type: 'boolean' },
    from: { type: 'string' },
  },
  async run({ words: [verb, ...files], options, config }) {
    const folder = trustFolder(config.dataFolder, config.country);
    if (verb === 'list' && files.length === 0) {
      const store = storeJson(readTrustStore(folder));
      print(options.json ? store : storeLines(store, folder).join('\n'));
      return 0;
    }
    if (verb === 'download' && files.length === 0) {
      if (config.country === 'demo')
        throw new UsageError('The demo takes the trusted list of its own country by itself.');
      const result = await download(String(options.from ?? LIST_OF_LISTS), folder);
      print(options.json ? result : 'failure' in result ? result.failure : importLine(result));
      return 'failure' in result ? 1 : 0;
    }
    if (verb !== 'import' || files.length === 0) throw new UsageError('Say list, download, or import and the files.');
    if (options.helper && options.time) throw new UsageError('Say --helper or --time, not both.');
    const as = options.helper ? 'helpers' : options.time ? 'time' : 'authorities';
    const results = files.map((file) => importFile(file, () => importTrust(file, folder, as)));
    if (options.json) print(results);
    else for (const result of results) print('failure' in result ? result.failure : importLine(result));
    return results.some((result) => 'failure' in result) ? 1 : 0;
  },
};

type Result = ({ file: string } & TrustImport) | { file: string; failure: string };

async function download(address: string, folder: string): Promise<Result> {
  if (URL.parse(address)?.protocol !== 'https:') throw new UsageError(`--from ${address}: not an https address.`);
  const context = { trust: folder, listsAt: null, now: Date.now };
  try {
    return { file: address, ...(await downloadTrustedList(address, context, new AbortController().signal)) };
  } catch (error) {
    if (error instanceof ImportRejected) return { file: address, failure: error.message };
    if (error instanceof Failure) return { file: address, failure: `${address} cannot be read: ${error.message}` };
    throw error;
  }
}

function importFile(file: string, run: () => TrustImport): Result {
  try {
    return { file, ...run() };
  } catch (error) {
    if (error instanceof ImportRejected) return { file, failure: error.message };
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES')
      return { file, failure: `${file} cannot be read.` };
    throw error;
  }
}

function importLine({ file, added, leftOut, unreadable, older, removed }: { file: string } & TrustImport): string {
  const parts = [
    added.authorities > 0 && counting(added.authorities, 'authority', 'authorities'),
    added.time > 0 && `${counting(added.time, 'authority', 'authorities')} for timestamps only`,
    added.helpers > 0 && counting(added.helpers, 'helper'),
    added.lists > 0 && counting(added.lists, 'list of revoked certificates', 'lists of revoked certificates'),
    older > 0 && `${counting(older, 'list')} not imported: older than the one in the store`,
    leftOut > 0 && `${counting(leftOut, 'service')} left out (withdrawn, not yet qualified, or not for documents)`,
    unreadable > 0 && `${counting(unreadable, 'certificate')} that could not be read`,
    removed.length > 0 && `no longer trusted, since withdrawn: ${removed.join(', ')}`,
  ].filter((part) => part !== false);
  return `${file}: ${parts.join(', ') || 'nothing that was not there before'}.`;
}

const row = ({ file, certificate }: StoredCertificate) => ({
  name: displayName(directoryName(certificate.subject)),
  validTo: certificate.validTo.toISOString(),
  sha256: certificate.sha256,
  file,
});

function storeJson({ certificates, lists, unreadable }: TrustStore) {
  return {
    authorities: certificates.authorities.map(row),
    time: certificates.time.map(row),
    helpers: certificates.helpers.map(row),
    lists: lists.map(({ issuer, thisUpdate, nextUpdate, file }) => ({
      issuer,
      thisUpdate: thisUpdate.toISOString(),
      nextUpdate: nextUpdate?.toISOString() ?? null,
      file,
    })),
    unreadable,
  };
}

function storeLines(
  { authorities, time, helpers, lists, unreadable }: ReturnType<typeof storeJson>,
  folder: string,
): string[] {
  const line = ({ name, validTo, sha256 }: ReturnType<typeof row>): string =>
    `  ${validTo.slice(0, 10)}  ${sha256.slice(0, 16)}  ${name ?? 'without a name'}`;
  const group = (title: string, rows: ReturnType<typeof row>[]): string[] =>
    rows.length === 0 ? [] : [title, ...rows.map(line)];
  if (authorities.length + time.length + helpers.length + lists.length + unreadable.length === 0) {
    return [`The trust store is empty: ${folder}. No signature is called valid without a trusted authority.`];
  }
  return [
    ...group('Trusted, valid until:', authorities),
    ...group('Trusted for timestamps only:', time),
    ...group('Helpers:', helpers),
    ...(lists.length === 0 ? [] : ['Lists of revoked certificates, next due:']),
    ...lists.map(
      ({ issuer, nextUpdate }) => `  ${nextUpdate?.slice(0, 10) ?? 'no date'}  ${issuer ?? 'without a name'}`,
    ),
    ...unreadable.map((file) => `unreadable: ${file}`),
  ];
}
