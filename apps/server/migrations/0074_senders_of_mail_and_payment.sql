-- Senders of mail and more click ids are known, and who comes back from paying or signing in was not sent from there:
-- what was stored of the channel of such visits is worked out anew, in the background.
create temporary view changed_origins as
select workspace_id, visitor_id, id, is_test from sessions s
where s.click_ids ?| array['tblci', 'awc', 'cjevent', 'gad_source', 'mc_eid', '_kx', '_hsenc', 'mkt_tok', 'igshid']
   or lower(s.campaign ->> 'source') ~
      '^(activecampaign|brevo|sendinblue|campaign[ _-]?monitor|cleverreach|constant[ _-]?contact|hs_(email|automation)|convertkit|klaviyo|mailchimp|mailjet|marketo|sendgrid|outbrain|taboola)$'
   or substring(s.referrer from '^https?://([^/?#]+)') ~*
      '(^|\.)(accounts\.google\.com|microsoftonline\.com|login\.live\.com|appleid\.apple\.com|auth0\.com|okta\.com|paypal\.com|stripe\.com|klarna\.com|adyen\.com|mollie\.com|checkout\.com|squareup\.com|list-manage\.com|klclick\d?\.com|mailchi\.mp|sendgrid\.net|mjt\.lu)$';

insert into stats_marks (workspace_id, visitor_id, session_id, is_test)
select workspace_id, visitor_id, id, is_test from changed_origins;

update visitors v set channel = null
from (select distinct workspace_id, visitor_id, is_test from changed_origins) c
where v.workspace_id = c.workspace_id and v.id = c.visitor_id and v.is_test = c.is_test;

drop view changed_origins;
