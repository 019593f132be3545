#!/bin/sh
# Creates in secrets/ what compose.yaml mounts: the master key, passwords, and certificates of the database.
# Keeps what is there. Run it as root, because each file belongs to the user of its container: sudo deploy/secrets.sh
set -eu
umask 077
cd "$(dirname "$0")/.."
mkdir -p secrets
cd secrets

gateway=10001
postgres=999

# create FILE OWNER COMMAND…: writes what the command prints, unless the file exists.
create() {
	file=$1 owner=$2
	shift 2
	[ -s "$file" ] || { "$@" > "$file.new" && mv "$file.new" "$file"; }
	chown "$owner:$owner" "$file"
	chmod 400 "$file"
}
password() { openssl rand -hex 24; }
ask_for_mail_server() {
	printf 'Mail server (smtps://user:password@mail.example): ' >&2
	# The password is not shown. Without a terminal, stty changes nothing.
	trap 'stty echo 2>/dev/null; exit 130' INT TERM
	stty -echo 2>/dev/null || true
	read -r answer
	stty echo 2>/dev/null || true
	trap - INT TERM
	printf '\n' >&2
	printf '%s\n' "$answer"
}
database_url() {
	printf 'postgres://%s:%s@primary:5432/cardseal?sslmode=verify-full&sslrootcert=/run/secrets/database_ca\n' \
		"$1" "$(cat "$2")"
}
# pgpass(5)
replication_passfile() { printf '*:*:*:replicator:%s\n' "$(cat replication_password)"; }
certificate_of() {
	openssl req -new -key "$1_key" -subj "/CN=$1" -addext "subjectAltName=DNS:$1" |
		openssl x509 -req -CA database_ca -CAkey database_ca_key -days 3650 -copy_extensions copy
}

create master_key $gateway openssl rand -base64 32
create smtp_url $gateway ask_for_mail_server
for name in postgres_password database_password owner_password replication_password; do create $name $postgres password; done
create database_url $gateway database_url cardseal database_password
create migration_database_url $gateway database_url cardseal_owner owner_password
create replication_passfile $postgres replication_passfile
create database_ca_key 0 openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256
create database_ca 0 openssl req -x509 -key database_ca_key -days 3650 -subj "/CN=Cardseal database"
for server in primary standby; do
	create ${server}_key $postgres openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256
	create ${server}_cert $postgres certificate_of $server
done
# Public, and read by the gateways and the standby.
chmod 444 database_ca
echo "secrets/ is complete. Copy master_key to a place apart from the backups of the database."
