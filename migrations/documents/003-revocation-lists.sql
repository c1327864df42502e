-- Where trusted authorities publish their revocation lists, as the certificates below them name it, and the last download of each.
create table revocation_list (
  address text collate "C" primary key,
  -- Milliseconds; null: never.
  tried_at bigint,
  -- In the trust store of the host that downloaded it.
  file text,
  -- When the list expires, ISO; null: none was ever downloaded.
  good_until text,
  -- Why the last download failed; null: it did not.
  trouble text
);

-- The trust store of the leader, for hosts that do not have it. One row.
create table trust_state (
  one integer primary key,
  -- ISO.
  checked_at text not null,
  authorities bigint not null,
  -- When the next trusted list is due, ISO; null: none was imported, or it names no day.
  trusted_list_until text
);
