/** What a form of our pages sends: taken from a page of ours only, by a reader who was admitted, within its bounds. */

import { ApiError } from '#api/api-error.ts';
import { messages } from '#locales/messages.ts';
import { isOwnForm } from '#transports/http/credentials.ts';
import type { Request } from '#transports/http/request.ts';
import type { Form, PageRequest, View } from './page.ts';

export async function taken(
  { bounds, submit: take }: Form,
  request: Request,
  viewer: PageRequest,
  publicUrl: string | null,
): Promise<View> {
  if (!isOwnForm(request, publicUrl)) throw new ApiError('INVALID_BODY', messages.forms.otherSite());
  const { caller } = viewer.context;
  if (bounds.filesMax > 0)
    return request.multipart(bounds, caller, ({ fields, files }) => take({ ...viewer, fields, files }));
  const fields = await request.form(bounds, caller);
  return take({ ...viewer, fields, files: [] });
}
