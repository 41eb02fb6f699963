-- A reseal of all secrets that an administrator of the installation asked for: one row, which the process that has the
-- credential keys and the owner's sign-in takes up.
CREATE TABLE vault_reseals (
  only_one    boolean     PRIMARY KEY DEFAULT true CHECK (only_one),
  asked_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  asked_by    text        NOT NULL CHECK (length(asked_by) <= 320),
  ended_at    timestamptz, -- null: it waits or is under way
  resealed    bigint,
  unreadable  bigint,
  fault       text        CHECK (length(fault) <= 500)
);
GRANT SELECT, INSERT ON vault_reseals TO svc_app;
GRANT UPDATE (asked_at, asked_by, ended_at, resealed, unreadable, fault) ON vault_reseals TO svc_app;
GRANT SELECT, UPDATE ON vault_reseals TO svc_operator;
