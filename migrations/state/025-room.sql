-- How much of what readers leave there is room for. `turn`: whoever counts what is there and adds to it takes the line first, so that
-- two do not take one place. `bytes`: what a check takes, about. `share`: one of 4,096 numbers, made of the network that something was
-- sent from and the same for a million other addresses: it bounds what one sender leaves, and says of nobody where they were.
create table turn (
  name text primary key
);

insert into turn (name) values ('bulk_check'), ('reader_request');

alter table bulk_check add column share integer;

alter table bulk_check add column bytes integer not null default 0;

update bulk_check set bytes = 10000 + length(lines) + codes * 1500;

create index bulk_check_room on bulk_check (account_id, share, created_at, id, finished_at, bytes);

alter table reader_request add column share integer;

create index reader_request_share on reader_request (state, share);
