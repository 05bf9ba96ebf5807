-- What the processes of a lobby share beside the matches, as rows of several kinds, and names that are unique.
CREATE TABLE shared_row (
    kind text NOT NULL,
    key text NOT NULL,
    worker bigint REFERENCES worker ON DELETE CASCADE,
    taker bigint REFERENCES worker ON DELETE CASCADE,
    data json NOT NULL,
    since timestamptz NOT NULL DEFAULT clock_timestamp(),
    changed timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (kind, key)
);
COMMENT ON COLUMN shared_row.worker IS 'the process with which the row goes; null for a row that stays';
COMMENT ON COLUMN shared_row.taker IS 'of an open table: the process that begins its match';
CREATE INDEX shared_row_changed ON shared_row (kind, changed);
INSERT INTO shared_row (kind, key, data) SELECT 'ban', what, 'null' FROM ban;
DROP TABLE presence, open_table, answer, ban;

CREATE TABLE name_look (
    look text PRIMARY KEY,
    key text NOT NULL
);
COMMENT ON TABLE name_look IS 'the forms in which names are compared, of which each belongs to one player';
COMMENT ON TABLE name_line IS 'the names that an older program has kept, until they are read into rows';
