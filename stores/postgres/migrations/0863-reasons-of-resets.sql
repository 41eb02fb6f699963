-- A reset hides all that was learned about an entity: colleagues who miss it see who discarded it, and why.
ALTER TABLE ueba_resets
  ADD COLUMN reason   text CHECK (length(reason) BETWEEN 1 AND 500),
  ADD COLUMN reset_by text;
