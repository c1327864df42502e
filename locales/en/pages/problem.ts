/** English texts of pages: problem. */

export const problem = {
  page: {
    notFound: 'There is nothing here',
    noPage: 'There is no page at this address.',
    wrongCui: 'This is not a CUI',
    notQueried: 'No source was queried.',
    wrong: 'The request cannot be understood',
    forbidden: 'This page needs Pro',
    limit: 'Too many pages in a minute',
    today: 'Too many pages today',
    seconds: ['second', 'seconds'],
    again: (wait: string) => `You can go on in ${wait}.`,
    who: 'The limit counts by network address. Pages that are open stay as they are.',
    notLoaded: 'Not loaded here',
    notReady: 'Being collected',
    starting: 'The service is starting',
    away: 'Not possible right now',
    removed: 'No longer here',
    internalError: 'The page could not be built',
    fault: 'Our fault. Tell us the code and we find it:',
    search: 'Search a company, a CUI or a person',
    ways: 'Or go to',
    reload: 'Load the page again',
  },
  names: {
    home: 'Home page',
    tenders: 'Tenders',
    rankings: 'Rankings',
    counties: 'Companies by county',
    status: 'Service status',
  },
} as const;
