-- A day of messages is counted in several transactions: one that was begun and not ended is taken up again when it has
-- rested for longer than a slice takes.
alter table message_day_marks add column is_counting boolean not null default false;
