/** What a publisher declares of its datasets on the open-data portal; `publish.ts` lists the declarations. */
import type { Day } from '#lib/values/date.ts';

/** A folder of published files, in which each folder is a dataset. */
export interface PortalFolder {
  folder: string;
  organization: { name: string; title: string };
  licence: string;
  /** The datasets made from one of its folders: usually one, of the same name; none where the name is of no dataset. */
  datasetsOf(name: string, today: Day): PortalDataset[];
  /** Default: each file once, under its own name. */
  uploadsOf?(dataset: string, files: readonly string[], day: Day): Upload[];
}

interface PortalDataset {
  name: string;
  title: string;
  /** After today: it is not out yet. */
  modifiedOn: Day;
}

export interface Upload {
  /** As typed. */
  name: string;
  /** In the folder, and at the end of the address. */
  file: string;
  modifiedAt: string;
  /** A truncated first upload with the header only. */
  isStale: boolean;
}
