/** Rows of a stream, `size` at a time. */
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
