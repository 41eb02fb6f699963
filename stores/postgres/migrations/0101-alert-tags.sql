-- Pages and facets by tags read every entry of the tenant: no array operator is leakproof, so row security lets none of
-- them choose entries of an index. Without the searched words an entry is half as wide, and so is what is read; a filter
-- by tags and words, or by tags and a category, finds both in alerts_words.
CREATE INDEX alerts_tags ON alerts (tenant_id, created_at DESC, id DESC) INCLUDE (severity, status, tags);
