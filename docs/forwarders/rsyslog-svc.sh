#!/bin/sh
# What rsyslog's omprog starts: rsyslog-svc.sh URL TOKEN_FILE. A transaction of rsyslog is a batch.
# Protocol: "Interface between rsyslog and external output plugins", confirmMessages and useTransactions.
set -eu
here=$(dirname "$0")
batch=$(mktemp)
trap 'rm -f "$batch"' EXIT
echo OK
while IFS= read -r line; do
  case $line in
    'BEGIN TRANSACTION')
      : >"$batch"
      echo OK
      ;;
    'COMMIT TRANSACTION')
      if "$here/svc-push.sh" "$1" "$2" <"$batch" >&2; then echo OK; else echo 'svc did not take the batch'; fi
      ;;
    *)
      printf '%s\n' "$line" >>"$batch"
      echo DEFER_COMMIT
      ;;
  esac
done
