/** What the system states beside a notice: its award, the appeals against it, and its line in the annual plan of the authority. */
import { type JsonObject, numberOf, textOf } from '#data/sources/json.ts';
import { dayOf as dayIn, noticeNumber } from '#data/sources/procurement/exports/values.ts';
import { stripPersons } from '#data/sources/procurement/persons-in-texts.ts';
import type { AppealRecord, NoticeGeneral } from '#data/sources/procurement/records.ts';
import type { Site } from './site.ts';
import { dayOf, keyOf } from './values.ts';

/** Its view is full of zeros for notices of this type. */
const INVITATION_OF_DYNAMIC_SYSTEM = 19;

/** `row`: of the list of notices. Null without a view, or with that of another notice. */
export async function generalInfoOf(site: Site, row: JsonObject): Promise<NoticeGeneral | null> {
  const { cNoticeId, noticeId, sysNoticeTypeId } = row;
  const id = keyOf(cNoticeId);
  if (id === null || numberOf(sysNoticeTypeId) === INVITATION_OF_DYNAMIC_SYSTEM) return null;
  const view = await site.view(`comboPub/getNoticeGeneralInfo/?sysNoticeTypeId=${sysNoticeTypeId}&noticeId=${id}`);
  return view === null || keyOf(view.noticeId) !== keyOf(noticeId) ? null : generalInfoIn(view);
}

function generalInfoIn(view: JsonObject): NoticeGeneral {
  const award = noticeNumber(textOf(view.caNoticeNumber));
  const plan = { name: published(textOf(view.planName)), line: published(textOf(view.planDetailName)) };
  return {
    award:
      award === null
        ? null
        : { notice: award, systemId: keyOf(view.caNoticeId), publishedOn: dayOf(view.caNoticeDate) },
    appeals: typeof view.appealInfo === 'string' ? appealsIn(view.appealInfo) : [],
    plan: plan.name === null && plan.line === null ? null : plan,
  };
}

const APPEALS_MAX = 100;
const TEXT_LENGTH_MAX = 500;

/** Cut at the end only: half a name or number is not recognised as one. */
const published = (text: string | null): string | null => stripPersons(text)?.slice(0, TEXT_LENGTH_MAX) ?? null;

/** `Contestații depuse la  CNSC: \r\nnr: 3878 din data de 02.10.2025 cu decizia 3106 din data de 16.10.2025\r\n\r\n` */
function appealsIn(text: string): AppealRecord[] {
  const appeals: AppealRecord[] = [];
  let body: string | null = null;
  for (const line of text.split(/[\r\n]+/).map((each) => each.trim())) {
    if (line === '' || appeals.length === APPEALS_MAX) continue;
    if (line.endsWith(':')) body = published(textOf(line.slice(0, -1).split(' depuse la ').at(-1)));
    else appeals.push({ body, ...appealIn(line), text: stripPersons(line).slice(0, TEXT_LENGTH_MAX) });
  }
  return appeals;
}

const DAY = '([0-9]{2}\\.[0-9]{2}\\.[0-9]{4})';
const NUMBERED = new RegExp(
  `^nr:? ?([^ ]{1,40}) din data de ${DAY}(?: cu decizia ([^ ]{1,40}) din data de ${DAY})?`,
  'i',
);

function appealIn(line: string): Omit<AppealRecord, 'body' | 'text'> {
  const [, number = null, filed, decision = null, decided] = NUMBERED.exec(line) ?? [];
  return { number, filedOn: dayIn(filed, false), decision, decidedOn: dayIn(decided, false) };
}
