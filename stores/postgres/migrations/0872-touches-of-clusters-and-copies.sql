-- Clients of Kubernetes and copies of a site have classifications of their own.
ALTER TABLE honeytoken_touches
  DROP CONSTRAINT honeytoken_touches_classification_check,
  ADD CONSTRAINT honeytoken_touches_classification_check CHECK (classification IN
    ('browser', 'script', 'cloud_client', 'cluster_client', 'site_copy', 'preview', 'event', 'unknown'));
