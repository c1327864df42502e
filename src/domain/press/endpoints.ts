/** Operations on the tax authority's press releases. */

import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { type Caller, callerKey } from '#api/caller.ts';
import { type AnswerMeta, type Call, endpoint } from '#api/endpoint.ts';
import { Cursor, Limit, parsedAs, SearchText, withPatternMessage } from '#api/parameters.ts';
import { pressAddress } from '#data/sources/press/file-address.ts';
import { redactRows } from '#lib/redaction/redact.ts';
import { closed, field } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import { addressOf, FILE_NAME, publicName } from './file-names.ts';
import { freshFile, freshReleases, type PressContext, type StoredRelease } from './freshness.ts';
import { articlesWith } from './search-hits.ts';
import { Article, article, PdfText, Release, release } from './shapes.ts';
import { namesHidden, withheldReleases } from './withheld-releases.ts';

const PAGE = 50;
const PAGE_MAX = 200;
const query = Type.Object({ limit: Limit(PAGE_MAX, PAGE), cursor: Cursor }, closed);

const FileAddress = (context: PressContext) =>
  parsedAs(
    withPatternMessage(
      field(
        Type.String({
          pattern: FILE_NAME,
          maxLength: 1_000,
        }),
        {
          en: 'Address of a PDF: `https://static.anaf.ro/static/…`, without user, port or query. In the demo also its name, `urn:firmoteca:demo:press/static/…`.',
          ro: 'Adresa unui PDF: `https://static.anaf.ro/static/…`, fără utilizator, port sau parametri. În demonstrație și numele lui, `urn:firmoteca:demo:press/static/…`.',
        },
      ),
      messages.press.addressOutside(),
    ),
    (text, refuse) => {
      const url = pressAddress(addressOf(text, context));
      if (url === null) throw refuse(messages.press.addressOutside());
      return url;
    },
  );

const Slug = withPatternMessage(
  field(
    Type.String({
      pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
      maxLength: 120,
    }),
    { en: 'Identifier of an article.', ro: 'Identificatorul unui articol.' },
  ),
  messages.wrong.noIdentifier(),
);

export const press = (context: PressContext) => ({
  listPressReleases: endpoint({
    path: '/api/press',
    access: 'pro+x402',
    price: 'list',
    fresh: '30min',
    title: { en: 'Press releases of the tax authority', ro: 'Comunicate de presă ale ANAF' },
    about: {
      en: 'The releases on the authority’s page, and those that have left it since we look, newest first. The page is read every half hour.',
      ro: 'Comunicatele de pe pagina autorității și cele care au plecat de pe ea de când ne uităm, cele mai noi întâi. Pagina se citește la fiecare jumătate de oră.',
    },
    query,
    data: Type.Array(Release),
    examples: [{ title: { en: 'The newest releases', ro: 'Cele mai noi comunicate' } }],
    async handle({ limit, cursor }, call) {
      const meta = await freshReleases(call, context);
      const { addresses } = await withheldReleases(context);
      const { releases } = await context.stored.counts(addresses);
      const page = context.cursors.page({ path: '/api/press', query: { limit } }, cursor, limit, releases, false);
      const rows = await context.stored.releases(limit, page.offset, addresses);
      const isAttached = (attachment: { url: string }): boolean => isVisible(attachment, context);
      return { data: rows.map((row) => release(row, isAttached, context)), meta: { ...meta, page } };
    },
  }),

  getPressPdf: endpoint({
    path: '/api/press/pdf',
    access: 'pro+x402',
    price: 'document',
    fresh: '24h',
    title: { en: 'Text of a press PDF', ro: 'Textul unui PDF de presă' },
    about: {
      en: 'The text of a PDF on the tax authority’s static-files host, read at most once a day. Only plain https addresses under `https://static.anaf.ro/static/` are fetched, redirects are not followed, and a file may have 20 MB. Visitors of our pages reach files of listed releases and their attachments. Scanned pages are read by OCR in the background, up to 30 of a file: the first request waits for them for at most ten seconds, then gets the text of the other pages, or null, with `text` in `meta.pending`. A file that is encrypted, broken, illegible, or too expensive to read is a 422 that states which.',
      ro: 'Textul unui PDF de pe serverul de fișiere al ANAF, citit cel mult o dată pe zi. Se cer doar adrese https simple de sub `https://static.anaf.ro/static/`, redirecționările nu se urmează, iar un fișier poate avea 20 MB. Vizitatorii paginilor noastre ajung la fișierele comunicatelor listate și la anexele lor. Paginile scanate se citesc prin OCR în fundal, până la 30 dintr-un fișier: prima cerere le așteaptă cel mult zece secunde, apoi primește textul celorlalte pagini, sau null, cu `text` în `meta.pending`. Un fișier criptat, stricat, scanat astfel încât nu se poate citi nimic sau făcut ca să-și epuizeze cititorul este un 422 care spune care.',
    },
    query: Type.Object({ url: FileAddress(context) }, closed),
    data: PdfText,
    errors: ['UNPROCESSABLE_DOCUMENT'],
    examples: [
      { title: { en: 'A release', ro: 'Un comunicat' }, query: { url: publicName(context.example.url, context) } },
    ],
    async handle({ url }, call) {
      const name = publicName(url, context);
      if (!isVisible({ url }, context)) throw new ApiError('NOT_FOUND', messages.press.noFile({ url: name }));
      if (isFreeCaller(call.caller) && !(await context.stored.isListed(url)))
        throw new ApiError('PRO_KEY_REQUIRED', messages.press.notListed());
      const { file, meta } = await freshFile(url, call, context);
      if (file.outcome === 'notFound') throw new ApiError('NOT_FOUND', messages.press.noFile({ url: name }));
      const { sizeBytes, pages, text, ocrPages, waiting, problem } = file.record;
      if (problem !== null || pages === null || sizeBytes === null)
        throw new ApiError('UNPROCESSABLE_DOCUMENT', messages.pressFile[problem ?? 'broken']());
      const title = await context.stored.title(url);
      return {
        data: { url: name, title, pages, text, ocrPages, sizeBytes },
        meta: { ...meta, ...(waiting && { pending: ['text'] }) },
      };
    },
  }),

  listPressArticles: endpoint({
    path: '/api/press-articles',
    access: 'pro+x402',
    price: 'list',
    fresh: '30min',
    title: { en: 'Press releases as articles', ro: 'Comunicate ca articole' },
    about: {
      en: 'Releases with a text, newest first, or with `q` those with all its words, whatever their endings; scanned ones follow after OCR. `/api/search/all` finds them, too. While releases of the page are still being read, `meta.pending` states it.',
      ro: 'Comunicatele cu text, cele mai noi întâi, sau cu `q` cele cu toate cuvintele ei, oricare le-ar fi terminațiile; cele scanate urmează după ce li se citesc imaginile. Se găsesc și prin `/api/search/all`. Cât timp mai sunt comunicate de citit, `meta.pending` le indică.',
    },
    query: Type.Object({ q: Type.Optional(SearchText), ...query.properties }, closed),
    data: Type.Array(Article),
    examples: [
      { title: { en: 'The newest articles', ro: 'Cele mai noi articole' }, query: { limit: '5' } },
      { title: { en: 'About a matter', ro: 'Despre o temă' }, query: { q: 'declarații fiscale', limit: '5' } },
    ],
    async handle({ q, limit, cursor }, call) {
      const meta = await freshReleases(call, context);
      const { addresses } = await withheldReleases(context);
      const counted = await context.stored.counts(addresses);
      if (counted.articles === 0) await readNewest(context, call);
      const { articles, unread } = counted.articles === 0 ? await context.stored.counts(addresses) : counted;
      const scope = { path: '/api/press-articles', query: { q, limit } };
      const offset = cursor === undefined ? 0 : Number(context.cursors.read(scope, cursor));
      const { rows, total } =
        q === undefined
          ? { rows: await context.stored.articles(limit, offset, addresses), total: articles }
          : await articlesWith(q, limit, offset, context);
      const page = context.cursors.page(scope, cursor, limit, total, false);
      const hidden = context.hidden();
      return {
        data: await redactRows(rows.filter(hasText), (row) => article(row, hidden.names, context), hidden),
        meta: { ...meta, ...pendingIf(unread > 0), page },
      };
    },
  }),

  getPressArticle: endpoint({
    path: '/api/press-articles/{slug}',
    access: 'pro+x402',
    price: 'list',
    fresh: '30min',
    title: { en: 'One press release as an article', ro: 'Un comunicat ca articol' },
    about: {
      en: 'A release with the text of its PDF. A text that has not been read yet is read now; a scanned release that takes longer than ten seconds is a 503 with `Retry-After` while it is being read.',
      ro: 'Un comunicat cu textul PDF-ului său. Unul al cărui text nu a fost citit încă se citește acum; unul scanat care durează mai mult de zece secunde este un 503 cu `Retry-After` cât timp se citește.',
    },
    params: Type.Object({ slug: Slug }, closed),
    data: Article,
    examples: [{ title: { en: 'A release', ro: 'Un comunicat' }, params: { slug: context.example.slug } }],
    async handle({ slug }, call) {
      const meta = await freshReleases(call, context);
      const stored = await context.stored.bySlug(slug);
      const known = stored && isVisible(stored, context) ? stored : null;
      const unread = known !== null && (known.looked === 0 || known.waiting === 1);
      if (unread) await freshFile(known.url, call, context);
      const row = unread ? await context.stored.bySlug(slug) : known;
      if (row === null) throw new ApiError('NOT_FOUND', messages.press.noArticle({ slug }));
      if (!hasText(row) && row.waiting === 1) throw stillReading(slug);
      if (!hasText(row))
        throw new ApiError('NOT_FOUND', messages.press.noText({ slug, url: publicName(row.url, context) }));
      return { data: article(row, context.hidden().names, context), meta };
    },
  }),
});

const isVisible = (named: { url: string; slug?: string }, { hidden }: PressContext): boolean =>
  !namesHidden(named, hidden().names);

/** A caller without Pro or payment could make us request addresses that were never published. */
const isFreeCaller = ({ kind, pro }: Caller): boolean => !pro && kind !== 'payment';

const stillReading = (slug: string): ApiError =>
  new ApiError('UPSTREAM_UNAVAILABLE', messages.press.stillReading({ slug }), {
    headers: { 'retry-after': '30' },
  });

/** After a first start no release is read yet: the newest few are read for the first answer. */
const FIRST_READ = 3;
const FIRST_READ_MS = 8_000;

async function readNewest({ stored, refreshFile }: PressContext, { caller }: Call): Promise<void> {
  const newest = await stored.releases(FIRST_READ, 0, []);
  const unread = newest.filter(({ looked }) => looked === 0);
  await Promise.all(unread.map(({ url }) => refreshFile(url, FIRST_READ_MS, callerKey(caller))));
}

const hasText = (row: StoredRelease): row is StoredRelease & { text: string } => row.text !== null;

const pendingIf = (pending: boolean): Pick<AnswerMeta, 'pending'> => (pending ? { pending: ['articles'] } : {});
