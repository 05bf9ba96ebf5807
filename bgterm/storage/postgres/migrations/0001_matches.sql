-- Matches: a row for each, and its lines, which are those of a journal.
CREATE TABLE match (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text COLLATE "C" NOT NULL UNIQUE,
    code text NOT NULL DEFAULT '',
    white_seat text NOT NULL DEFAULT '',
    black_seat text NOT NULL DEFAULT '',
    ended timestamptz,
    entry jsonb
);
COMMENT ON COLUMN match.name IS 'as the file of a journal is called, without its ending';
COMMENT ON COLUMN match.ended IS 'when it was known that no event can follow; found again from the lines when it is missing';
COMMENT ON COLUMN match.entry IS 'what the list of finished matches shows';
CREATE INDEX match_code ON match (code) WHERE code <> '';
CREATE INDEX match_white_seat ON match (white_seat) WHERE white_seat <> '';
CREATE INDEX match_black_seat ON match (black_seat) WHERE black_seat <> '';
CREATE INDEX match_unfinished ON match (id) WHERE ended IS NULL;
CREATE INDEX match_ended ON match (ended) WHERE ended IS NOT NULL;

CREATE TABLE event (
    match bigint NOT NULL REFERENCES match ON DELETE CASCADE,
    seq integer NOT NULL,
    token uuid NOT NULL,
    line text NOT NULL,
    written timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (match, seq)
);
COMMENT ON COLUMN event.seq IS '0 is the header';
COMMENT ON COLUMN event.token IS 'of the append, by which it is known when its answer was lost';

CREATE TABLE secret (
    match bigint PRIMARY KEY REFERENCES match ON DELETE CASCADE,
    data bytea NOT NULL
);
COMMENT ON TABLE secret IS 'the private file beside a journal: the secret of verifiable dice until it is revealed';
