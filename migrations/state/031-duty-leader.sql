-- Who leads the duties of the installation (letters, collecting, building …): one host of those that may, until `held_until`, a moment
-- of the database's own clock in milliseconds. Every new leader has a higher term; what one of an older term still writes is refused.
create table duty_leader (
  duties text primary key,
  term bigint not null,
  holder text not null,
  host text not null,
  led_since bigint not null,
  held_until bigint not null
);
