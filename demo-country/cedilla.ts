/** Spelling of the state in its own publications. */
const CEDILLA: Record<string, string> = { ș: 'ş', ț: 'ţ', Ș: 'Ş', Ț: 'Ţ' };

/** The state writes ş and ţ with a cedilla nearly everywhere, and "" where it knows nothing. */
export const cedilla = (text: string | null | undefined): string =>
  (text ?? '').replace(/[șțȘȚ]/g, (letter) => CEDILLA[letter] ?? letter);
