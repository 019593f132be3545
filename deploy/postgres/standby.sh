#!/bin/bash
# Copies the primary at the first start, then follows it. A commit counts once this server has it on disk.
set -euo pipefail

primary="host=primary user=replicator application_name=standby sslmode=verify-full"
primary="$primary sslrootcert=/run/secrets/database_ca passfile=/run/secrets/replication_passfile"

if [ ! -s "$PGDATA/PG_VERSION" ]; then
	# Renamed when it is complete.
	rm -rf "$PGDATA.new"
	pg_basebackup --dbname="$primary" --pgdata="$PGDATA.new" --wal-method=stream --slot=standby --write-recovery-conf
	mkdir -p "$(dirname "$PGDATA")"
	rmdir "$PGDATA" 2>/dev/null || true
	mv "$PGDATA.new" "$PGDATA"
fi
# Once promoted, this server waits for no standby.
exec postgres -c synchronous_standby_names= "$@"
