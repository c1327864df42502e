-- Pages that are pictures are read in the background. `waiting` is 1 until that was tried; `ocr_pages` is a JSON list of the
-- numbers of pages whose text was read from a picture.
alter table press_file add column waiting integer not null default 0;
alter table press_file add column ocr_pages text not null default '[]';
-- Files that had no text when nobody read pictures are asked for again.
delete from press_file where problem = 'scanned';

create index press_file_waiting on press_file (url) where waiting = 1;
