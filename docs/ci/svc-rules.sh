#!/bin/sh
# What a pipeline does with a folder of configuration: svc-rules.sh check|plan|apply FOLDER
#
#   check   compiles the rules and runs them over recorded events: FOLDER/tests/NAME.ndjson, whose matches are
#           FOLDER/tests/NAME.expected, a line "LINE RULE_ID" each. Needs no installation.
#   plan    check, then what would change; status 2 when something would. For a pull request.
#   apply   check, then all of it in one transaction, then what each changed rule would have found in the last
#           SVC_BACKTEST_DAYS days (7). For the main branch.
#
# plan and apply ask SVC_API_URL with SVC_API_KEY. SVC is the command, svc when it is not set.
set -eu
step=${1:?check, plan or apply} folder=${2:?a folder}
svc=${SVC:-svc}

check() {
  $svc rules check "$folder/rules"
  found=$(mktemp)
  trap 'rm -f "$found"' EXIT
  for events in "$folder"/tests/*.ndjson; do
    [ -e "$events" ] || continue
    $svc rules run --rules "$folder/rules" --events "$events" --json |
      sed -n 's/.*"rule_id":"\([^"]*\)".*"line":\([0-9]*\).*/\2 \1/p' | sort >"$found"
    tr -d '\r' <"${events%.ndjson}.expected" | sort | diff -u - "$found" >&2 || {
      echo "$events: the rules do not match what is expected (-) but something else (+)" >&2
      exit 1
    }
    echo "$events: as expected"
  done
}

# Names of files, a line each: the installation has an id of its own for each.
backtest() {
  rules=$($svc rules list --all --jq '.items[]')
  printf '%s\n' "$1" | while IFS= read -r file; do
    [ -n "$file" ] || continue
    id=$(printf '%s\n' "$rules" | grep -F "\"file\":\"$file\"" | sed -n 's/^{"id":"\([^"]*\)".*/\1/p')
    [ -n "$id" ] || continue # it was removed
    echo "back-test of $file over ${SVC_BACKTEST_DAYS:-7} days:"
    $svc rules backtest "$id" --window-days "${SVC_BACKTEST_DAYS:-7}" --json </dev/null
  done
}

check
case $step in
check) ;;
plan) $svc apply "$folder" --plan --prune --exit-code ;;
apply)
  changed=$($svc apply "$folder" --plan --prune | sed -n 's/^[+~] rule //p')
  $svc apply "$folder" --prune --yes
  backtest "$changed"
  ;;
*)
  echo "there is no step $step: check, plan or apply" >&2
  exit 2
  ;;
esac
