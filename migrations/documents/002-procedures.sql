-- The place of its notice in lists, newest first: `moment` of the newest dataset's notice. Empty: not looked up yet, or a notice
-- without a day. `-`: the dataset has no such notice, so that no list shows it.
alter table documentation add column moment text collate "C" not null default '';

create index documentation_listed on documentation (state, moment, notice);

-- A look that found nothing used to leave an open procedure `announced`.
update documentation set state = 'none', since = looked_at where state = 'announced' and looked_at is not null;
