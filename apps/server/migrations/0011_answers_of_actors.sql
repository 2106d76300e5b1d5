-- Not keys alone have answers repeated, but everybody who calls an operation: keys and members.
alter table idempotent_answers rename column api_key_id to actor_id;
