-- The piece of ours that somebody would take for what they sell: named by their request, told to staff. Two contracts of
-- their own all the same. Without a foreign key, which would look at all rows under a lock: pieces are never deleted.
alter table sell_request add column trade_for text;
