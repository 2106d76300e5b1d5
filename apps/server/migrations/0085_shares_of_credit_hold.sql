-- Apart from what adds them, so that no touch is read under a lock that others wait for.
alter table touches validate constraint touches_model_check, validate constraint touches_credit_check;
