-- The worker that begins the match of an open table, so that it can be taken again when the answer was lost.
ALTER TABLE open_table ADD COLUMN taker bigint REFERENCES worker ON DELETE CASCADE;
COMMENT ON COLUMN open_table.taker IS 'the worker that begins the match';
