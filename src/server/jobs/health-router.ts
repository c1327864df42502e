/** What a host that only works answers: whoever watches over it. A caller who is led there by mistake is told so. */

import { ApiError } from '#api/api-error.ts';
import { Router } from '#transports/http/router.ts';
import { said } from '#transports/http/sentences.ts';
import type { Handler } from '#transports/http/server.ts';

const PATHS = ['/livez', '/readyz', '/metrics', '/api/health'];

export class WatchedOnly extends Router<Handler> {
  constructor(whole: Router<Handler>) {
    super();
    for (const path of PATHS) this.add('GET', path, whole.find('GET', path).route);
  }

  override find(method: string, path: string) {
    if (!PATHS.includes(path)) throw new ApiError('ROUTE_NOT_FOUND', said.worksOnly());
    return super.find(method, path);
  }
}
