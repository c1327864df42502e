/** The deadline of a message: hosts wait for minutes, a person in a conversation does not. */

import { ApiError } from '#api/api-error.ts';
import { messages } from '#locales/messages.ts';
import type { Request } from '#transports/http/request.ts';

/** Twice the time of the slowest operation with unreachable sources. */
const ANSWER_MS_MAX = 60_000;

/** Aborts with the request or at the deadline. Few messages use the signal, and a controller costs as much as a short answer. */
export class Deadline {
  readonly #request: Pick<Request, 'signal'>;
  #controller: AbortController | null = null;
  /** The message is answered, or its time is over. */
  #isEnded = false;
  #isLate = false;

  constructor(request: Pick<Request, 'signal'>) {
    this.#request = request;
  }

  get signal(): AbortSignal {
    if (this.#controller) return this.#controller.signal;
    this.#controller = new AbortController();
    const { signal } = this.#request;
    if (this.#isLate || (signal.aborted && !this.#isEnded)) this.#controller.abort();
    else if (!this.#isEnded) signal.addEventListener('abort', this.#abort, { once: true });
    return this.#controller.signal;
  }

  end(isLate: boolean): void {
    this.#isEnded = true;
    this.#isLate = isLate;
    if (this.#controller === null) return;
    this.#request.signal.removeEventListener('abort', this.#abort);
    if (isLate) this.#abort();
  }

  readonly #abort = (): void => this.#controller?.abort();
}

/** Throws after the deadline. */
export function withDeadline<Result>(
  request: Pick<Request, 'signal'>,
  work: (deadline: Deadline) => Promise<Result>,
  timeoutMs: number = ANSWER_MS_MAX,
): Promise<Result> {
  const deadline = new Deadline(request);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new ApiError('UPSTREAM_TIMEOUT', messages.agents.transport.late({ seconds: timeoutMs / 1_000 })));
      deadline.end(true);
    }, timeoutMs);
    const end = (): void => {
      clearTimeout(timer);
      deadline.end(false);
    };
    work(deadline).then(
      (result) => {
        end();
        resolve(result);
      },
      (error) => {
        end();
        reject(error);
      },
    );
  });
}
