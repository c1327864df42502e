/** English messages: public data. */
import { counting } from '#lib/i18n/english.ts';

export const publicData = {
  caen: {
    section: 'must be the letter of a section, A-V',
    unknown: ({ code }: { code: string }) => `${code} is not a class of CAEN Rev.3, nor of Rev.2.`,
    onlyRev2: ({ code, title }: { code: string; title: string }) =>
      `${code} is not a class of CAEN Rev.3; it exists in Rev.2 only: ${title}.`,
  },
  gazette: {
    notLoaded: 'This installation has not loaded the Official Gazette.',
    unknown: ({ id }: { id: string }) => `No decision has the identifier ${id}.`,
    /** Where a company was mentioned; `number` may be one of a second issue of the day, `12 bis`. */
    mentioned: ({ part, number }: { part: string; number: string }) => `Official Gazette, part ${part}, no. ${number}`,
  },
  listings: {
    noCounty: ({ text }: { text: string }) => `There is no county "${text}".`,
    noFirmIn: ({ text, county }: { text: string; county: string }) =>
      `No firm has its seat in "${text}", county ${county}.`,
    carriedIn: ({ code, revision, firms }: { code: string; revision: string; firms: number }) =>
      `${firms} more ${firms === 1 ? 'company carries' : 'companies carry'} ${code} as a code of CAEN Rev.${revision.at(-1)}, where it may mean something else: send caenRevision=${revision.at(-1)} for ${firms === 1 ? 'it' : 'them'}.`,
    /** Behind the first two. */
    near: ({ problem, near }: { problem: string; near: string }) => `${problem} Near it: ${near}.`,
  },
  press: {
    addressOutside: 'must be a plain https address of a file under https://static.anaf.ro/static/',
    notListed:
      'Visitors can read files of the releases listed at /api/press. Other files of the tax authority need a Pro key or a payment.',
    noFile: ({ url }: { url: string }) => `The tax authority has no file at ${url}.`,
    noArticle: ({ slug }: { slug: string }) => `No article is named ${slug}: see /api/press-articles.`,
    noText: ({ slug, url }: { slug: string; url: string }) =>
      `The release ${slug} has no text that can be read: see ${url}.`,
    stillReading: ({ slug }: { slug: string }) =>
      `The release ${slug} is a scan that is being read; try again in a minute.`,
    pageSilent: 'The tax authority’s press page does not answer, and nothing is stored yet.',
    pageSilentSince: ({ since }: { since: string }) =>
      `The tax authority’s press page has not answered since ${since}.`,
    hostSlow: 'The tax authority’s file host took too long; try again in a minute.',
    hostSilent: 'The tax authority’s file host does not answer, and the file is not stored.',
  },
  /** Why a file has no text. */
  pressFile: {
    encrypted: 'The PDF is encrypted and needs a password.',
    broken: 'The file is not a PDF, or is damaged.',
    scanned: 'The PDF has no text, and none can be read from the pictures of its pages.',
    tooManyPictures: 'More than 30 pages of the PDF are pictures; they are not read.',
    bomb: 'Reading the PDF needs more memory, time or pages than a document of this type should; it is not read.',
    tooLarge: 'The file is larger than 20 MB; it is not read.',
    redirected: 'The tax authority’s host sends this address elsewhere; redirects are not followed.',
  },
  rates: {
    dayToCome: 'The day is in the future.',
    notAfter: ({ day }: { day: string }) => `must not be after ${day}`,
    currency: 'must be a currency: three letters, such as EUR',
    amount: ({ digits, decimals }: { digits: number; decimals: number }) =>
      `must be an amount with a decimal point: at most ${digits} digits, of them at most ${decimals} behind the point`,
    aboveZero: 'must be more than 0',
    digits: ({ most }: { most: number }) => `must have at most ${counting(most, 'digit')}`,
    unavailable: 'The national bank does not answer, and no rates are stored yet.',
    notRead: 'The history of exchange rates has not been read yet.',
    notAnsweredSince: ({ since, newest }: { since: string; newest: string }) =>
      `The national bank has not answered since ${since}: there may be newer rates than those of ${newest}.`,
    farBack: ({ day, days, asked }: { day: string; days: number; asked: string }) =>
      `These are the rates of ${day}, ${counting(days, 'day')} before ${asked}: there are none of the days between.`,
    notBothQuoted: ({ from, to, bankDay, day }: { from: string; to: string; bankDay: string; day: string }) =>
      `${from} and ${to} were not both quoted on ${bankDay}: the rates are of ${day}.`,
    notQuoted: ({ currency }: { currency: string }) =>
      `The national bank does not quote ${currency}; /api/rates lists what it does.`,
    noneBefore: ({ day }: { day: string }) => `There are no rates of ${day} or of the days before it.`,
    tooManyDays: ({ most }: { most: number }) => `must not be ${counting(most, 'day')} or more before the last one`,
    lastQuoted: ({ currency, last, day }: { currency: string; last: string; day: string }) =>
      `${currency} was last quoted on ${last}, so it has no rate on ${day}.`,
    notQuotedYet: ({ currency, day }: { currency: string; day: string }) =>
      `${currency} was not quoted yet, so it has no rate on ${day}.`,
    notTogether: ({ from, to, day }: { from: string; to: string; day: string }) =>
      `${from} and ${to} were not quoted together in the days before ${day}.`,
  },
  receipts: {
    note: 'This proves the answer that the named service received from the source at the stated instant. It is not a document of the authority, which does not confirm it.',
    malformed:
      'This is not a receipt of the kind issued here: it must be the whole text, three parts with dots between them.',
    algorithm: 'This is not a receipt of the kind issued here: it names another algorithm or another kind of document.',
    unknownKey: 'No key of this service, present or past, signed this receipt.',
    altered: 'The signature does not fit: the receipt was altered after it was issued, or was not issued here.',
  },
  search: {
    notLoaded: 'This installation has not loaded the trade registry’s names.',
    onlyForms: ({ q }: { q: string }) =>
      `“${q}” is a legal form, which half of all companies have: add a word of the name.`,
    needsName: 'must have a word of the name beside the legal form',
    comparedOnly: ({ most }: { most: number }) =>
      `There are more companies of this name than were compared with the filters, the ${counting(most, 'best known company', 'best known companies')}: add words.`,
    tryInDemo: ({ names }: { names: string }) =>
      `This is the demo country, where all companies are invented: try ${names}.`,
  },
  status: {
    madeAgain:
      'The data of this operation is being rebuilt for a new version of the service. Try again in a few minutes.',
    notMadeAgain:
      'The data of this operation was written by an older version of the service and has not been rebuilt yet.',
    firstDataset: 'The first dataset is still being built. Try again in a few seconds.',
    firstMade: ({ step, seconds }: { step: string; seconds: number }) =>
      `The demo country is being built for the first time; now ${step}. Company data is served in about ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    stillMade: ({ step, seconds }: { step: string; seconds: number }) =>
      `The data of this operation is still being built; now ${step}. Everything is served in about ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    awaited: 'The data of this operation has not been built yet. Try again in a few minutes.',
    /** What is under way, in the order of the work: parts of the sentences above. */
    making: {
      country: 'the publications of the invented country are written',
      outside: 'the tax authority is queried about institutions',
      registry: 'the trade registry is read',
      finances: 'balance sheets are read',
      search: 'the search is prepared',
      rates: 'exchange rates are read',
      rankings: 'rankings are computed',
      gazette: 'the Official Gazette is read',
      procurement: 'public procurement is read',
      recent: 'the newest procurement notices are fetched',
    },
  },
  treasury: {
    treasuryCode: 'must be the code of a treasury: three digits, with or without TREZ in front',
    seatOnly: ({ county }: { county: string }) =>
      `Our list has only the treasury of the county seat of ${county}; other towns have their own.`,
    manyCounties: ({ place, counties }: { place: string; counties: number }) =>
      `There is a ${place} in ${counting(counties, 'county', 'counties')}: add the county to the search.`,
    ofSeat: ({ place, county, seat, code }: { place: string; county: string; seat: string; code: string }) =>
      `Our list has no treasury of ${place}, ${county}: these are accounts of ${seat} (${code}), the county seat. Ask the tax office which treasury serves ${place}.`,
    unknownCode: ({ code }: { code: string }) => `No treasury in our list has the code ${code}.`,
    nothingFits: ({ accounts }: { accounts: string }) =>
      `Nothing in our list matches. It has only the accounts ${accounts} of each treasury.`,
    undated: 'At least one of the published lists does not state its day.',
    computedIban: 'Computed, not read in a published list: check it with the tax office before you pay.',
    computed: ({ count, of }: { count: number; of: number }) =>
      `IBANs computed by the published rule, not read in a published list: ${count} of ${of}.`,
  },
};
