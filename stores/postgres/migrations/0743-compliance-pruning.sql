-- Points of compliance become fewer with age, and go in the end.
GRANT DELETE ON compliance_points TO svc_app;
