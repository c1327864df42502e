/** The schemas around every answer: `meta`, a page of a list, and errors in both formats. */

import Type from 'typebox';
import { errorCodes } from '#api/api-error.ts';
import { sourceNames } from '#api/source-names.ts';
import { about, type Description, field, orNone, orNull } from '#lib/schema/fields.ts';

const list = (texts: Description) => Type.Optional(Type.Array(Type.String(), about(texts)));
const instant = (texts: Description) => orNull(Type.String({ format: 'date-time' }), texts);
const text = (texts: Description) => orNull(Type.String(), texts);

/** A list of values that a later version may extend. */
const growing = (values: string[], options: { title?: string; description: string }) =>
  Type.Enum(values, { ...options, 'x-extensible-enum': values });

const Provenance = Type.Object(
  {
    name: field(Type.String(), { en: 'The source.', ro: 'Sursa.' }),
    covers: field(Type.Array(Type.String()), {
      en: 'The parts of the answer that it covers, one row for each source of each part: `registry`, `finances`, `shareholders`, `debts`, `gazette`, `procurement`, `rates` … as `notLoaded` names them; `fiscal` and `balances` for the two services of the tax authority, `recentProcurement` for data of the procurement system since the last export.',
      ro: 'Părțile răspunsului pe care le acoperă, câte un rând pentru fiecare sursă a fiecărei părți: `registry`, `finances`, `shareholders`, `debts`, `gazette`, `procurement`, `rates` … cum le numește `notLoaded`; `fiscal` și `balances` pentru cele două servicii ale ANAF, `recentProcurement` pentru datele sistemului de achiziții de la ultimul export.',
    }),
    asOf: text({
      en: 'The last day that it covers, as its content proves or its publisher names; null where unknown, and for a service that describes the present.',
      ro: 'Ultima zi pe care o acoperă, după conținut sau după cel care publică; null unde nu este cunoscută și la un serviciu care descrie prezentul.',
    }),
    fetchedAt: instant({
      en: 'When it was read; null when the source never answered about this.',
      ro: 'Când a fost citită; null când sursa nu a răspuns niciodată despre aceasta.',
    }),
    licence: text({ en: 'Licence under which it is published.', ro: 'Licența sub care este publicată.' }),
    url: text({
      en: 'The publication, page or service that was read: the page of the data set on data.gov.ro, for data from there; of several publications (balance sheets of many years), the newest. Null where it is not recorded, as for files that the operator imported. In the demo a name, `urn:firmoteca:demo:…`, because its invented data was never published.',
      ro: 'Publicația, pagina sau serviciul citit: pagina setului de date de pe data.gov.ro, dacă de acolo vine; din mai multe publicații (bilanțuri din mulți ani), cea mai nouă. Null unde nu este înregistrată, ca la fișierele importate de operator. În demonstrație un nume, `urn:firmoteca:demo:…`, fiindcă datele ei inventate nu au fost publicate niciodată.',
    }),
    state: Type.Optional(
      field(Type.Enum(['unreachable', 'pending']), {
        en: 'Present only where the source was queried for this answer and did not answer: `unreachable` when it failed, `pending` when it takes longer than callers wait. Its data in the answer is then of `fetchedAt`; when that is null, its fields are null because they are unknown.',
        ro: 'Apare doar unde sursa a fost interogată pentru acest răspuns și nu a răspuns: `unreachable` când a eșuat, `pending` când durează mai mult decât se așteaptă. Datele ei din răspuns sunt atunci din `fetchedAt`; când acela este null, câmpurile ei sunt null fiindcă nu sunt cunoscute.',
      }),
    ),
  },
  { title: 'SourceStamp', description: 'One public source that the answer rests on.' },
);

const Page = Type.Object(
  {
    limit: field(Type.Integer(), { en: 'Rows requested.', ro: 'Rânduri cerute.' }),
    offset: field(Type.Integer(), { en: 'Rows skipped.', ro: 'Rânduri sărite.' }),
    returned: field(Type.Integer(), { en: 'Rows in this answer.', ro: 'Rânduri în acest răspuns.' }),
    total: orNull(Type.Integer(), {
      en: 'Number of all rows; null when not counted.',
      ro: 'Câte rânduri există; null când nu s-au numărat.',
    }),
    totalRelation: field(Type.Enum(['exact', 'atLeast']), {
      en: 'Whether `total` is exact or a lower bound.',
      ro: 'Dacă `total` este exact sau o limită de jos.',
    }),
    nextCursor: orNone(Type.String(), {
      en: 'Send it as `cursor` for the next page; null on the last one.',
      ro: 'Trimiteți-l ca `cursor` pentru pagina următoare; null pe ultima.',
    }),
    next: orNone(Type.String(), {
      en: 'Path and query of the next page; null on the last one.',
      ro: 'Calea și parametrii paginii următoare; null pe ultima.',
    }),
  },
  { title: 'Page', ...about({ en: 'Which part of a list this is.', ro: 'Ce parte dintr-o listă este aceasta.' }) },
);

export const Meta = Type.Object(
  {
    requestId: field(Type.String(), {
      en: 'Names this request; the same as the header X-Request-Id.',
      ro: 'Numește această cerere; același ca antetul X-Request-Id.',
    }),
    source: growing(sourceNames, {
      ...about({
        en: 'The main source; `computed` when we calculated the answer.',
        ro: 'Sursa principală; `computed` când am calculat noi răspunsul.',
      }),
    }),
    sources: field(Type.Array(Provenance), {
      en: 'Every source the answer rests on.',
      ro: 'Fiecare sursă pe care se sprijină răspunsul.',
    }),
    cite: field(
      Type.String({
        examples: [
          'Company record: 1234567. Sources: register of taxpayers, ANAF (2026-11-16); trade registry, ONRC (2026-11-02). Firmoteca, https://api.example/api/company/1234567, read on 2026-11-16.',
        ],
      }),
      {
        en: 'A citation line in the language of the answer: title, sources with their days, address of this service, day of reading. In the demo it states that the data is invented.',
        ro: 'Un rând de citare în limba răspunsului: titlul, sursele cu zilele lor, adresa acestui serviciu, ziua citirii. În demonstrație precizează că datele sunt inventate.',
      },
    ),
    dataset: Type.Enum(['demo', 'romania'], {
      ...about({
        en: '`demo`: an invented country; nothing in it is about a real company.',
        ro: '`demo`: o țară inventată; nimic din ea nu este despre o firmă reală.',
      }),
    }),
    generation: field(Type.String(), {
      en: 'The build of the dataset that was read.',
      ro: 'Generația setului de date din care s-a citit.',
    }),
    cached: field(Type.Boolean(), {
      en: 'False when a source was queried for this answer.',
      ro: 'Fals când o sursă a fost interogată pentru acest răspuns.',
    }),
    cachedAt: instant({
      en: 'When the data was last fetched or loaded.',
      ro: 'Când au fost aduse sau încărcate datele ultima dată.',
    }),
    freshUntil: instant({
      en: 'End of the freshness window, counted from the moment when the data was fetched or built: the same for all callers within it, and past when `stale`. Null for data that lasts until the next release.',
      ro: 'Sfârșitul ferestrei de prospețime, numărat din momentul în care datele au fost preluate sau construite: același pentru toți apelanții din fereastră, și trecut când `stale`. Null pentru datele care țin până la următoarea publicare.',
    }),
    stale: field(Type.Boolean(), {
      en: 'True when the window is over and the source could not be queried in time.',
      ro: 'Adevărat când fereastra a trecut și sursa nu a putut fi interogată la timp.',
    }),
    pending: list({
      en: 'Groups of fields that are still being fetched: null now, ask again soon.',
      ro: 'Grupuri de câmpuri care încă se preiau: acum null, repetați cererea în curând.',
    }),
    notLoaded: list({
      en: 'Sources that this installation has not loaded; their fields are null.',
      ro: 'Surse pe care această instalare nu le-a încărcat; câmpurile lor sunt null.',
    }),
    redacted: list({
      en: 'Fields left out because they need a Pro key.',
      ro: 'Câmpuri lăsate deoparte fiindcă cer o cheie Pro.',
    }),
    preview: Type.Optional(
      field(Type.Boolean(), {
        en: 'True when a visitor without Pro gets only a part.',
        ro: 'Adevărat când unui vizitator fără Pro i se arată doar o parte.',
      }),
    ),
    ignored: list({
      en: 'Parameters that were right but do not apply here.',
      ro: 'Parametri corecți care aici nu se aplică.',
    }),
    warnings: list({
      en: 'What a careful reader should know about this answer.',
      ro: 'Observații despre acest răspuns pentru cititorul atent.',
    }),
    page: Type.Optional(Page),
  },
  { title: 'Meta', description: 'Sources and freshness of an answer.' },
);

const Detail = Type.Object(
  {
    in: Type.Enum(['path', 'query', 'body', 'header'], { description: 'Part of the request.' }),
    name: Type.String({ description: 'Name of the value; in a body its path, such as `cuis/3`.' }),
    problem: Type.String({ description: 'What is wrong with it and what it must be.' }),
  },
  { title: 'Detail', description: 'One wrong value.' },
);

const Code = growing(Object.keys(errorCodes), { title: 'ErrorCode', description: 'Stable; made for programs.' });
const message = Type.String({ description: 'One sentence for a person.' });
const details = Type.Optional(Type.Array(Detail, { description: 'The values that are wrong.' }));

export const ErrorEnvelope = Type.Object(
  {
    success: Type.Literal(false, { description: 'Always false.' }),
    error: Type.Object(
      { code: Code, message, details },
      { title: 'ErrorBody', description: 'What went wrong, for programs and for people.' },
    ),
    meta: Type.Object(
      { requestId: Type.String({ description: 'Report it when you ask about the error.' }) },
      { title: 'ErrorMeta', description: 'About the request.' },
    ),
  },
  { title: 'Error', description: 'Every error of the service.' },
);

export const ProblemJson = Type.Object(
  {
    type: Type.String({ description: '`about:blank`: the status and the code say it all.' }),
    title: Type.String({ description: 'Meaning of the code.' }),
    status: Type.Integer({ description: 'HTTP status.' }),
    detail: message,
    code: Code,
    requestId: Type.String({ description: 'Report it when you ask about the error.' }),
    details,
  },
  {
    title: 'Problem',
    description: 'The same error by RFC 9457, for callers who send Accept: application/problem+json.',
  },
);
