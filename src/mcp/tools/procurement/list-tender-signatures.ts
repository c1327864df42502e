/** The signatures on the documents of a tender. */
import Type, { type Static } from 'typebox';
import { closed, oneOf, orNull } from '#base/schema.ts';
import { Cited } from '#mcp/citing.ts';
import { CursorArgument, Paged } from '#mcp/lists.ts';
import { pieced, placeOf } from '#mcp/pieces.ts';
import { tool } from '#mcp/tool.ts';
import { given, Notice, Rows, Version } from './arguments.ts';
import { documentPage } from './documentation.ts';
import { noted } from './noted.ts';
import { pro } from './sentences.ts';
import { short, TITLE_MAX } from './shapes.ts';

const NAME = 'list_tender_signatures';

const Signer = Type.Object(
  {
    name: orNull(Type.String(), 'As the certificate names the signer.'),
    organisation: orNull(Type.String(), 'As the certificate names it.'),
    issuer: orNull(Type.String(), 'Who issued the certificate.'),
  },
  closed,
);

const Row = Type.Object(
  {
    documentId: Type.String({ description: 'The document.' }),
    documentName: Type.String({ description: 'Its name as published.' }),
    verdict: oneOf(
      ['valid', 'invalid', 'indeterminate'],
      '`invalid` only where content or signature are wrong; whatever cannot be told for certain is `indeterminate`.',
    ),
    integrity: oneOf(['intact', 'altered', 'unknown'], 'Whether what was signed is what lies here.'),
    chain: oneOf(
      ['trusted', 'untrusted', 'expired', 'revoked', 'unknown'],
      'Whether the certificate leads to a trusted authority.',
    ),
    level: Type.String({ description: 'What the signature carries: `CAdES-T`, `PAdES-B` …' }),
    claimedSigningTime: orNull(Type.String(), 'What the signer’s own clock said.'),
    timestampTime: orNull(Type.String(), 'When a time-stamping authority saw it; null without one.'),
    reasons: Type.Array(Type.String(), { description: 'Why the verdict is not `valid`, or what else to know.' }),
    signer: orNull(Signer, 'Who signed, for Pro; null for everybody else.'),
    url: Type.String({ description: 'Page of the document.' }),
  },
  closed,
);

const Counts = Type.Object(
  {
    documents: Type.Integer({ description: 'Documents of the version.' }),
    signed: Type.Integer({ description: 'With a signature.' }),
    unsigned: Type.Integer({ description: 'Opened, and without any.' }),
    notOpened: Type.Integer({ description: 'Not opened yet.' }),
    failed: Type.Integer({ description: 'Could not be had.' }),
    withheld: Type.Integer({ description: 'Withheld: nothing is told of them.' }),
  },
  closed,
);

export const listTenderSignatures = tool({
  name: NAME,
  title: 'Signatures of a tender',
  about:
    'Verifies every electronic signature on the documents of a tender: whether the content is what was signed, whether the certificate is trusted, when it was signed; who signed is told to Pro. `counts` says how many documents are signed. If the documents were never collected, it has them collected and says to call again in a minute.',
  effect: 'queues',
  input: Type.Object({ notice: Notice, version: Version, limit: Rows, cursor: CursorArgument }),
  output: Type.Object({ signatures: Type.Array(Row), counts: Counts, ...Paged, ...Cited }),
  async call(input, call) {
    const { notice, version, limit } = input;
    const place = placeOf(call, NAME, input);
    const { data, meta } = await call.client.getSigners({
      ...{ notice, limit },
      ...given({ version, cursor: place.cursor }),
    });
    const citation = noted(call, { name: 'notice', params: { notice: notice.toUpperCase() } }, [meta], {
      pro: pro.documents(),
    });
    const counts = meta.signatures as Static<typeof Counts>;
    const rows = data.map((row) => ({
      documentId: row.documentId,
      documentName: short(row.documentName, TITLE_MAX),
      verdict: row.verdict,
      integrity: row.integrity,
      chain: row.chain,
      level: row.level,
      claimedSigningTime: row.claimedSigningTime,
      timestampTime: row.timestamp?.time ?? null,
      reasons: row.reasons.map(({ label }) => label),
      signer: row.signer && { name: row.signer.name, organisation: row.signer.organisation, issuer: row.signer.issuer },
      url: documentPage(call, row.signs ?? row.documentId),
    }));
    const besides = { citation, counts };
    const { rows: signatures, ...paged } = pieced(call, NAME, input, { rows, meta, place, besides });
    return { signatures, counts, ...paged, ...citation };
  },
});
