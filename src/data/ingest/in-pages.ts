/** Rows of a stream, some at a time: what is asked or written for each of them is done for a page at once. */
export async function* inPages<Row>(rows: AsyncIterable<Row>, size: number): AsyncGenerator<Row[]> {
  let page: Row[] = [];
  for await (const row of rows) {
    page.push(row);
    if (page.length < size) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
