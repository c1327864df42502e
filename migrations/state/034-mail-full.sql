-- Emails that the limit of the whole installation refused, among those refused: the operator is alerted.
insert into letter_tally (event, letters) values ('full', 0);
