#!/bin/sh
# Makes an authority and a certificate for each database machine: certificates.sh DIRECTORY NAME=ADDRESS...
# The directory gets ca.crt, ca.key, and a folder for each machine. Existing files are kept.
set -eu
umask 077
directory=$1
shift
mkdir -p "$directory"
cd "$directory"
if [ ! -e ca.key ]; then
	openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.crt \
		-days 3650 -subj "/CN=Cardseal databases" -addext keyUsage=critical,keyCertSign 2>/dev/null
	chmod 644 ca.crt
fi
for machine in "$@"; do
	name=${machine%%=*}
	address=${machine#*=}
	mkdir -p "$name"
	[ ! -e "$name/server.crt" ] || continue
	openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$name/server.key" -out "$name/server.csr" \
		-subj "/CN=$name" 2>/dev/null
	# Python's strict check of certificates, which Patroni uses, wants all of them.
	cat > "$name/extensions" <<-END
		basicConstraints=critical,CA:FALSE
		keyUsage=critical,digitalSignature
		extendedKeyUsage=serverAuth,clientAuth
		subjectKeyIdentifier=hash
		authorityKeyIdentifier=keyid
		subjectAltName=DNS:$name,IP:$address,IP:127.0.0.1
	END
	openssl x509 -req -in "$name/server.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -days 3650 \
		-extfile "$name/extensions" -out "$name/server.crt" 2>/dev/null
	cp ca.crt "$name/"
	chmod 644 "$name/ca.crt" "$name/server.crt"
	rm "$name/server.csr" "$name/extensions"
done
