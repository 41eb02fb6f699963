#!/bin/sh
# Pushes lines of standard input to svc as one batch: svc-push.sh URL TOKEN_FILE
# Ends with 0 when the batch is durable, or can never be taken; otherwise the same lines should be sent again.
set -eu
batch=$(mktemp)
trap 'rm -f "$batch"' EXIT
cat >"$batch"
[ -s "$batch" ] || exit 0
status=$(curl -s -o "$batch.answer" -w '%{http_code}' --max-time 60 --data-binary "@$batch" \
  -H "Authorization: Bearer $(cat "$2")" -H 'Content-Type: text/plain' "$1") || status=none
answer=$(cat "$batch.answer" 2>/dev/null || true)
rm -f "$batch.answer"
case $status in
  202) ;;
  400 | 413) echo "svc refused a batch: $answer" >&2 ;;
  *) echo "svc answered $status: $answer" >&2; exit 1 ;;
esac
