-- Answers to payments that are still kept: the job that drops them reads these, not all that was ever sold.
create index payment_answer on payment (settled_at) where answer is not null;
