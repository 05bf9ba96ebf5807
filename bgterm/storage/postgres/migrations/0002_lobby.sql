-- The lobby: what the processes that serve it share beside the matches.
CREATE TABLE worker (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    lease timestamptz NOT NULL,
    origins jsonb NOT NULL DEFAULT '{}'
);
COMMENT ON TABLE worker IS 'the processes that serve; one whose lease has ended has died';
COMMENT ON COLUMN worker.origins IS 'the number of sessions of each address';

CREATE TABLE presence (
    worker bigint NOT NULL REFERENCES worker ON DELETE CASCADE,
    session bigint NOT NULL,
    user_key text NOT NULL,
    user_name text NOT NULL,
    address text NOT NULL,
    code text NOT NULL,
    player text NOT NULL,
    seat_order bigint NOT NULL,
    wants_rematch boolean NOT NULL,
    PRIMARY KEY (worker, session)
);
COMMENT ON TABLE presence IS 'the sessions of each worker, and their places at tables';

CREATE TABLE open_table (
    code text PRIMARY KEY,
    worker bigint NOT NULL REFERENCES worker ON DELETE CASCADE,
    host_key text NOT NULL,
    host_name text NOT NULL,
    host_address text NOT NULL,
    invited_key text NOT NULL,
    invited_name text NOT NULL,
    settings jsonb NOT NULL,
    opened timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE open_table IS 'the tables that wait for an opponent, as long as their hosts are here';

CREATE TABLE name_line (
    seq integer PRIMARY KEY,
    token uuid NOT NULL,
    line text NOT NULL
);
COMMENT ON TABLE name_line IS 'the names of the players: the lines of people.jsonl';

CREATE TABLE answer (
    question uuid NOT NULL,
    worker bigint NOT NULL REFERENCES worker ON DELETE CASCADE,
    data jsonb NOT NULL,
    PRIMARY KEY (question, worker)
);
COMMENT ON TABLE answer IS 'what the workers answer to a question of the operator, until it is read';

CREATE TABLE ban (
    what text PRIMARY KEY
);
COMMENT ON TABLE ban IS 'the keys and addresses that the operator has banned';
