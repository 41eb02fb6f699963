-- An event in which a value of a decoy stands is a touch of it, once however often its signal is written.
ALTER TABLE honeytoken_touches ADD COLUMN event_uid uuid;
CREATE UNIQUE INDEX honeytoken_touches_of_event ON honeytoken_touches (tenant_id, honeytoken_id, event_uid)
  WHERE event_uid IS NOT NULL;

-- Intake looks for the values of decoys that are there already as it does for those that are made from now on.
SET LOCAL ROLE svc_operator;
INSERT INTO control_outbox (tenant_id, kind, id, document)
SELECT h.tenant_id, 'honeytoken', h.id, jsonb_build_object('name', h.name, 'values', v.found)
FROM honeytokens h, LATERAL (
  SELECT jsonb_agg(jsonb_build_object('kind', kind, 'value', value)) AS found
  FROM (VALUES ('track_path', 'honeytokens/track/' || h.id), ('address', h.decoy ->> 'address'),
    ('file_name', h.decoy ->> 'file_name'), ('access_key_id', h.decoy ->> 'access_key_id')) AS of_decoy (kind, value)
  WHERE value IS NOT NULL) AS v
WHERE h.status <> 'revoked';
RESET ROLE;
