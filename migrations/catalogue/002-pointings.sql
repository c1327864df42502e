-- How often the pointer was set: who reads here and there, on a primary and on its standby, tells by it which of two answers is the
-- newer one. Names of generations do not: going back to an earlier one is news as well.
alter table installation add column pointings integer not null default 0;
