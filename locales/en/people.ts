/** English messages: people. */

export const people = {
  people: {
    notLoaded: 'This installation has not loaded the trade registry’s people.',
    unknown: ({ id }: { id: string }) => `There is no person with the identifier ${id}.`,
    outsideRegistry: ({ name }: { name: string }) =>
      `${name} is outside the trade registry: no source names its representatives, so the network has only the companies that it owns or represents.`,
    tryInDemo: ({ name }: { name: string }) => `This is the demo country, where all people are invented: try ${name}.`,
  },
  /** What an identity rests on, and what speaks against. */
  identity: {
    nameOnly:
      'No birth data is published: the identity rests on the name in one firm and is never joined with another.',
    oneFirmByPlace: 'Known from one firm, by name, birth date and birth place.',
    oneFirmByDate: 'Known from one firm, by name and birth date.',
    firmsByPlace: ({ companies }: { companies: number }) =>
      `The same name, birth date and birth place in ${companies} firms.`,
    firmsByDate: ({ companies }: { companies: number }) => `The same name and birth date in ${companies} firms.`,
    noPlace: 'No birth place is published: a namesake born on the same day cannot be told apart.',
    tied: 'Trade registry and list of shareholders name the person in the same firm.',
    commonName: 'The name is so common that two people may share birth date and birth place.',
    namesake: ({ consequence }: { consequence: string }) => `1 other person bears the name. ${consequence}`,
    namesakes: ({ count, consequence }: { count: number; consequence: string }) =>
      `${count} other persons bear the name. ${consequence}`,
    manyNamesakes: ({ count, consequence }: { count: number; consequence: string }) =>
      `${count} or more other persons bear the name. ${consequence}`,
    perhapsTheSame: 'One of them may be the same person.',
    keptApart: 'They stay separate: their birth data differs or is not published.',
  },
};
