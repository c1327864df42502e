/** One operation of several on a page: what it told, or why it did not. A part that is missing never empties the page. */
import { ApiError } from '#api/api-error.ts';

export type Tried<Told> = { told: Told; problem: null } | { told: null; problem: ApiError };

/** Only problems that callers are told of; a fault of ours is a fault of the page. */
export async function tried<Told>(asked: Promise<Told>): Promise<Tried<Told>> {
  try {
    return { told: await asked, problem: null };
  } catch (error) {
    if (error instanceof ApiError && error.status !== 500) return { told: null, problem: error };
    throw error;
  }
}
