-- What players practise: the lines of the journal of reviews of each player.
CREATE TABLE review (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player text NOT NULL,
    token uuid NOT NULL,
    line text NOT NULL
);
COMMENT ON COLUMN review.player IS 'the first key of the player';
COMMENT ON COLUMN review.token IS 'of the append, by which it is known when its answer was lost';
CREATE INDEX review_player ON review (player, seq);
