/** English texts of pages: treasury. */

export const treasury = {
  title: 'Treasury IBANs',
  lead: 'Into which account a tax is paid: write the tax, the treasury, or the IBAN itself.',
  q: 'Tax, treasury or IBAN',
  go: 'Search',
  accountForms: ['account', 'accounts'],
  published: 'published',
  computed: 'computed',
  careful: 'check with the tax office before you pay',
  none: (q: string) => `No account for “${q}”.`,
  hint: 'Write fewer words: the name of the tax, or of the town.',
  examples: 'To try:',
  sampleQueries: ['TVA', 'impozit pe profit Cluj', 'contribuții'],
  how: 'Published: the account stands in a list of the Treasury. Computed: it follows the rule by which accounts are made, but we have not found it published. Check digits are verified for both.',
  account: 'Account',
  more: (shown: number) => `These are the first ${shown}. Add the town or the tax; the whole list is in the CSV.`,
} as const;
