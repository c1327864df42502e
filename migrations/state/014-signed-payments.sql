-- Digest of what a payer signed, with his signature: a stored answer goes out again for that payment alone. Null in rows of
-- before, which the bond tells apart.
alter table payment add column signed text;
