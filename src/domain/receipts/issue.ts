/** Gives receipts: what was answered, for whom, signed with the key of the moment. */

import type { Call } from '#api/endpoint.ts';
import { translate } from '#lib/i18n/message.ts';
import { instantOf, msOf } from '#lib/values/instant.ts';
import { messages } from '#locales/messages.ts';
import { signed } from './jws.ts';
import type { ReceiptKeys } from './receipt-keys.ts';

import { type Receipted, statementFor } from './statement.ts';

/** `issuer`: the address of the service; of one that was told none, its name. */
export const issueReceipts =
  (keys: ReceiptKeys, issuer: string | null) =>
  (receipted: Receipted, { caller, requestId, now, language, dataset }: Call): Promise<string> =>
    signed(
      statementFor(
        receipted,
        { account: caller.account ?? '', requestId, at: instantOf(Math.max(now, msOf(receipted.fetchedAt))) },
        {
          issuer: issuer ?? 'firmoteca',
          dataset: dataset.manifest.country,
          note: translate(messages.receipts.note(), language),
        },
      ),
      keys,
    );
