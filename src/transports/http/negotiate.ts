/** What a caller's Accept headers allow, by RFC 9110: the most specific range decides, `q=0` rules out. */

/** True unless the Accept header rules JSON out. A caller who asks for RFC 9457 errors only means JSON too. */
export const acceptsJson = (accept: string | undefined): boolean =>
  accept === undefined ||
  accept === '*/*' ||
  accept === 'application/json' ||
  accept === '' ||
  quality(accept, ['application/json', 'application/*', '*/*']) > 0 ||
  wantsProblemJson(accept);

/** How much a type is wished for by its own name, which no `*` is; 0 when it is not. `ranges`: by these, too, where it is not named. */
export const qualityOf = (accept: string, mediaType: string, ...ranges: string[]): number =>
  quality(accept, [mediaType, ...ranges]);

/** The same for answers of other types; `text/*` and `*\/*` stand for any of theirs. */
export const acceptsSome = (accept: string | undefined, mediaTypes: readonly string[]): boolean =>
  accept === undefined ||
  accept === '' ||
  wantsProblemJson(accept) ||
  mediaTypes.some((type) => type === '*/*' || quality(accept, [type, type.replace(/\/.*/, '/*'), '*/*']) > 0);

/** Only when it is named: `*` is no wish. */
export const wantsProblemJson = (accept: string | undefined): boolean =>
  accept?.includes('problem+json') ? quality(accept, ['application/problem+json']) > 0 : false;

export const acceptsGzip = (acceptEncoding: string | undefined): boolean =>
  acceptEncoding !== undefined && quality(acceptEncoding, ['gzip', '*']) > 0;

export const acceptsBrotli = (acceptEncoding: string | undefined): boolean =>
  acceptEncoding !== undefined && quality(acceptEncoding, ['br']) > 0;

export const acceptsZstd = (acceptEncoding: string | undefined): boolean =>
  acceptEncoding !== undefined && quality(acceptEncoding, ['zstd']) > 0;

/** The language of ours that an Accept-Language header likes best (`en-GB` is English); null when it likes none. */
export function preferred<Language extends string>(
  acceptLanguage: string | undefined,
  ours: readonly Language[],
): Language | null {
  const listed = (acceptLanguage ?? '').split(',').map((range) => {
    const [name = '', ...parameters] = range.split(';').map((text) => text.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    return { language: name.split('-')[0], q: q === undefined ? 1 : Number(q.slice(2)) || 0 };
  });
  const liked = listed.filter(({ q }) => q > 0).toSorted((a, b) => b.q - a.q);
  for (const { language } of liked) {
    const found = ours.find((one) => one === language);
    if (found) return found;
  }
  return null;
}

/** Quality of the first of `names` (most specific first) that the header lists; 0 when it lists none. */
function quality(header: string, names: string[]): number {
  const listed = new Map(
    header.split(',').map((range) => {
      const [name = '', ...parameters] = range.split(';').map((text) => text.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, q === undefined ? 1 : Number(q.slice(2)) || 0];
    }),
  );
  const name = names.find((candidate) => listed.has(candidate));
  return name === undefined ? 0 : (listed.get(name) ?? 0);
}
