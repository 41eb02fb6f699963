#!/bin/sh
# Runs once, on an empty data folder. svc_owner owns the database and migrates it, svc_app is what the services sign in
# as and owns nothing, svc_operator is what the owner becomes for work across tenants. None bypasses row security.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$SVC_OWNER_PASSWORD" -v app="$SVC_APP_PASSWORD" --username "$POSTGRES_USER" <<'SQL'
CREATE ROLE svc_owner LOGIN PASSWORD :'owner';
CREATE ROLE svc_app LOGIN PASSWORD :'app';
CREATE ROLE svc_operator NOLOGIN;
GRANT svc_app, svc_operator TO svc_owner WITH INHERIT FALSE, SET TRUE;
CREATE DATABASE svc OWNER svc_owner;
REVOKE ALL ON DATABASE svc FROM PUBLIC;
GRANT CONNECT ON DATABASE svc TO svc_app;
SQL
