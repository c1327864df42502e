-- Whoever listens is called: hosts when something they keep a copy of has changed, the one with a duty when there is something to do.

create function called() returns trigger language plpgsql as
  'begin perform pg_notify(''firmoteca'', tg_argv[0]); return null; end';

create trigger called after insert or update on change_count for each row execute function called('changed');
create trigger called after insert or update of next_try_at on letter for each row execute function called('letters');
create trigger called after insert on bulk_check for each row execute function called('checks');
-- Whoever held it stops.
create trigger called_again after update of held_until on bulk_check for each row when (new.held_until = '')
  execute function called('checks');
create trigger called after insert on billing_event for each row execute function called('billing');
create trigger called after insert or update of next_at on billing_customer for each row
  execute function called('billing');
