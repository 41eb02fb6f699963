-- Which cases of a handoff went to whom it is for, when it was acknowledged. Null: not yet, or before this was kept.
ALTER TABLE case_handoffs ADD COLUMN moved_case_ids uuid[];
GRANT UPDATE (moved_case_ids) ON case_handoffs TO svc_app;
