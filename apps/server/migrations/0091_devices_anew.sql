-- Consoles, wearables and some televisions are told apart, and iPads by their screens.
-- All visits are looked at again, in the background; what is counted otherwise stays right meanwhile.
update stats_state set phase = 'events', after_id = null where phase = 'kept';
