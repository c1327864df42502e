/** The settings of mail: the server that takes our letters, and who they come from. */
import { INSTALLATION_HOUR_MAX } from '#platform/mail/settings.ts';
import { oneOf, optional, sender, setting, smtpAddress, whole } from './setting-readers.ts';

export const mailSettings = {
  SMTP_URL: setting(
    '',
    smtpAddress,
    'The mail server: `smtps://user@mail.example.ro` (TLS from the start, port 465) or `smtp://user@mail.example.ro` (STARTTLS, port 587). Needs `MAIL_FROM` and `PUBLIC_URL`. Default: no mail is sent, and pages that need it say so. The demo sends none.',
  ),
  SMTP_PASSWORD_FILE: setting(
    '',
    optional,
    'File with the password of the user in `SMTP_URL`, read at every connection. It may stand in `SMTP_URL` instead.',
  ),
  SMTP_TLS: setting(
    'required',
    oneOf('required', 'none'),
    '`none`: `smtp://` speaks in the clear, for a server in a network of your own. One on this machine is spoken to so anyway.',
  ),
  MAIL_FROM: setting('', sender, 'Who letters come from: `Firmoteca <firmoteca@example.ro>`, or the address alone.'),
  MAIL_HOUR_MAX: setting(
    String(INSTALLATION_HOUR_MAX),
    whole(1, 1_000_000),
    'Letters that are queued in an hour at most: what readers ask for, and as many again that tell of what happened in their accounts.',
  ),
} as const;
