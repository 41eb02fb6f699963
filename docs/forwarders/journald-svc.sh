#!/bin/sh
# Pushes what journald has written since the last time: journald-svc.sh URL TOKEN_FILE CURSOR_FILE [JOURNALCTL OPTIONS]
# Run it again and again, by a timer of systemd. What fails is sent again the next time; svc drops what it has.
set -eu
here=$(dirname "$0")
url=$1 token=$2 cursor=$3
shift 3
lines=$(mktemp)
trap 'rm -f "$lines"' EXIT
while :; do
  # Without --all journalctl leaves out values past 4 KB, so a thousand records are far below what a batch may have.
  if [ -s "$cursor" ]; then journalctl -o json --after-cursor="$(cat "$cursor")" "$@"; else journalctl -o json "$@"; fi |
    head -n 1000 >"$lines"
  [ -s "$lines" ] || break
  "$here/svc-push.sh" "$url" "$token" <"$lines"
  tail -n 1 "$lines" | sed 's/.*"__CURSOR":"\([^"]*\)".*/\1/' >"$cursor.next"
  mv "$cursor.next" "$cursor"
done
