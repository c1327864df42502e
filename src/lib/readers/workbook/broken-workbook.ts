/** The file is no workbook of the format it begins like, or one that asks for more than a table ever needs. */
export class BrokenWorkbook extends Error {}
