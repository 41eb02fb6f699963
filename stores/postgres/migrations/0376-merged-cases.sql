-- What a merge changed of both cases beside their alerts, so that taking it back gives exactly that back. Null: no
-- merge, or a merge from before this was kept.
ALTER TABLE case_moves ADD COLUMN merged jsonb;
