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

# Rules have an id of their own in the installation, and that of their author in their text.
backtest() {
  for id in $($svc rules list --all --jq '.items[].id'); do
    case " $changed " in *" $id "*) ;; *) continue ;; esac
    echo "back-test of $id over ${SVC_BACKTEST_DAYS:-7} days:"
    $svc rules backtest "$id" --window-days "${SVC_BACKTEST_DAYS:-7}" --json
  done
}

check
case $step in
check) ;;
plan) $svc apply "$folder" --plan --prune --exit-code ;;
apply)
  plan=$($svc apply "$folder" --plan --prune --json)
  changed=$(printf '%s' "$plan" | tr '{' '\n' | sed -n 's/.*"kind":"rule".*"name":"\([^"]*\)".*/\1/p' | tr '\n' ' ')
  $svc apply "$folder" --prune --yes
  backtest
  ;;
*)
  echo "there is no step $step: check, plan or apply" >&2
  exit 2
  ;;
esac
