-- The name under which a person was hidden: it is taken out of texts, which know no ids. Null for those hidden before.
alter table hidden_person add column name text;
