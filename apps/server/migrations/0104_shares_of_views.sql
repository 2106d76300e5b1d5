-- A link may show a saved view. It is gone with it, and when somebody changes what the view shows.
alter table shares drop constraint shares_page_check;
alter table shares add constraint shares_page_check
  check (page in ('overview', 'companies', 'campaigns', 'conversions'));
alter table shares add column view_id uuid;
