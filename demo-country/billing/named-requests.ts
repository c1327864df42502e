/** Requests that carry a name are done once: the same again gets the same answer, another one under that name is refused. */
import { createHash } from 'node:crypto';
import { Refusal } from './refusal.ts';

export interface Answered {
  status: number;
  body: string;
  /** It was answered before. */
  isReplay: boolean;
}

/** The provider keeps them for a day at least. */
const NAMES_MAX = 10_000;

export function namedRequests() {
  const known = new Map<string, { asked: string; answer: Omit<Answered, 'isReplay'> }>();
  return (name: string | null, request: string, answer: () => Omit<Answered, 'isReplay'>): Answered => {
    if (name === null) return { ...answer(), isReplay: false };
    const asked = createHash('sha256').update(request).digest('hex');
    const before = known.get(name);
    if (before && before.asked !== asked)
      throw new Refusal(
        400,
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${name}' if you meant to execute a different request.`,
        { type: 'idempotency_error' },
      );
    if (before) return { ...before.answer, isReplay: true };
    const made = answer();
    // What was refused before anything was done may be asked again.
    if (made.status < 400) known.set(name, { asked, answer: made });
    if (known.size > NAMES_MAX) known.delete(known.keys().next().value ?? '');
    return { ...made, isReplay: false };
  };
}
