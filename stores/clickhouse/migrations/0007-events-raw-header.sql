-- Of layout `events/3`: what the text of an event is read by, so that a row can be read again without the body it came
-- in. Which lines these are says `connectors/formats/row-header.ts`; a line end alone stands for a header too long to keep.
ALTER TABLE events ADD COLUMN IF NOT EXISTS raw_header LowCardinality(String)
  COMMENT 'header lines of the body (CSV, W3C, VPC flow, Zeek) by which raw is read; empty for forms without any'
  AFTER ocsf_rest;
