-- The evidence of a grant has the names of the API. The audit log keeps what was recorded then. The owner sees the rows of all
-- tenants only while row security is not forced on it.
ALTER TABLE autonomy_grants NO FORCE ROW LEVEL SECURITY;
UPDATE autonomy_grants SET evidence = replace(replace(replace(replace(replace(evidence::text,
  '"maliciousFound":', '"malicious_found":'),
  '"maliciousRecall":', '"malicious_recall":'),
  '"agreementAtLeast":', '"agreement_at_least":'),
  '"maliciousRecallAtLeast":', '"malicious_recall_at_least":'),
  '"abstention":', '"abstention_rate":')::jsonb;
ALTER TABLE autonomy_grants FORCE ROW LEVEL SECURITY;
