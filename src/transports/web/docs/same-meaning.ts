/** Words that people look for the same thing with, in both languages, folded and cut to where their endings begin. */

const MEANINGS: readonly (readonly string[])[] = [
  ['vat', 'tva'],
  ['owner', 'proprietar', 'patron', 'actionar', 'asociat', 'shareholder', 'beneficiar'],
  ['director', 'administrator', 'reprezentant', 'representative', 'officer', 'conducere'],
  ['bilant', 'balance', 'financial', 'financiar', 'accounts'],
  ['turnover', 'revenue', 'cifra', 'afaceri', 'venit'],
  ['employee', 'staff', 'angajat', 'salariat'],
  ['company', 'companies', 'firma', 'firme', 'companie', 'companii', 'societat'],
  ['person', 'people', 'persoan', 'oameni'],
  ['tender', 'licitati', 'notice', 'anunt'],
  ['contract'],
  ['procurement', 'achiziti', 'purchase', 'cumparar'],
  ['supplier', 'furnizor', 'contractor', 'ofertant'],
  ['authority', 'autoritat', 'buyer', 'cumparator'],
  ['rate', 'curs', 'exchange', 'valut', 'schimb'],
  ['convert', 'converti', 'conversi'],
  ['search', 'caut'],
  ['health', 'sanatat', 'altman', 'risc', 'risk', 'insolvenc', 'insolvent', 'faliment', 'bankrupt'],
  ['debt', 'datori', 'restant'],
  ['inactive', 'inactiv'],
  ['address', 'adres', 'sediu', 'headquarters'],
  ['county', 'judet'],
  ['town', 'city', 'oras', 'localitat', 'locality'],
  ['activity', 'caen', 'nace', 'activitat'],
  ['gazette', 'monitor', 'decision', 'hotarar', 'decizi'],
  ['press', 'comunicat', 'release'],
  ['document', 'fisier', 'file', 'caiet'],
  ['signature', 'semnatur', 'signer', 'semnatar'],
  ['ranking', 'clasament', 'leaderboard', 'top'],
  ['market', 'piat', 'piet', 'cpv'],
  ['history', 'istoric', 'timeline', 'cronologi'],
  ['network', 'retea', 'graf', 'legat', 'related'],
  ['treasury', 'trezorer', 'iban', 'cont'],
  ['receipt', 'dovad', 'recipis'],
  ['batch', 'lot', 'bulk'],
  ['status', 'stare'],
  ['usage', 'consum', 'folosir'],
  ['profit', 'result', 'rezultat', 'loss', 'pierder'],
];

/** Fewer letters are the beginning of too much. */
const STEM_MIN = 4;

/** The word itself, and the beginnings of all words that mean the same. */
export function sameMeaning(word: string): readonly string[] {
  const meant = MEANINGS.filter((stems) =>
    stems.some((stem) => word.startsWith(stem) || (word.length >= STEM_MIN && stem.startsWith(word))),
  );
  return [word, ...meant.flat()];
}
