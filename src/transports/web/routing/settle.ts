/** The result of one of several operations on a page, or its error: a missing part never empties the page. */
import { ApiError } from '#api/api-error.ts';

export type Settled<Result> = { result: Result; error: null } | { result: null; error: ApiError };

/** Catches only errors of the request; an internal error fails the whole page. */
export async function settle<Result>(operation: Promise<Result>): Promise<Settled<Result>> {
  try {
    return { result: await operation, error: null };
  } catch (error) {
    if (error instanceof ApiError && error.status !== 500) return { result: null, error };
    throw error;
  }
}
