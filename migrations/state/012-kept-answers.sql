-- What is kept of a paid answer is its data, and beside it its tag and meta as JSON: any door can send it.
alter table payment rename column answer_headers to answer_about;
