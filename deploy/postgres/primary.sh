#!/bin/bash
# Runs once, when the primary is created (/docker-entrypoint-initdb.d): passwords of roles.sql, and the synchronous standby.
set -euo pipefail

psql --no-psqlrc --set=ON_ERROR_STOP=1 --username=postgres <<'SQL'
\set database_password `cat /run/secrets/database_password`
\set owner_password `cat /run/secrets/owner_password`
\set replication_password `cat /run/secrets/replication_password`
ALTER ROLE cardseal PASSWORD :'database_password';
ALTER ROLE cardseal_owner PASSWORD :'owner_password';
CREATE ROLE replicator LOGIN REPLICATION PASSWORD :'replication_password';
SELECT pg_create_physical_replication_slot('standby');
-- In force from the next start: until then, no standby could confirm these statements.
ALTER SYSTEM SET synchronous_standby_names = 'standby';
SQL
