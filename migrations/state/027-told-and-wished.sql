-- The address that the payment provider has of a customer, as we told it; null: we do not know. Another address of the account is told.
alter table billing_customer add column told_email text;

-- What somebody wanted when they asked for an account, of a fixed list: where they come to once it is open. Null: nothing in particular.
alter table one_time_link add column wish text;
