-- The version of OCSF in which a tenant is given its events. They are stored in one version only; which versions there
-- are is for the program to say.
ALTER TABLE tenants ADD COLUMN ocsf_version text NOT NULL DEFAULT '1.8.0'
  CHECK (ocsf_version ~ '^[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}$');
