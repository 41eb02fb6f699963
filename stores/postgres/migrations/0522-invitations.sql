-- A link that lets somebody in for the first time holds longer than one that sets a new password, and opens a session too.
ALTER TABLE password_resets ADD COLUMN purpose text NOT NULL DEFAULT 'reset' CHECK (purpose IN ('reset', 'invitation'));
