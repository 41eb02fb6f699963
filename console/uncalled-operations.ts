/** Operations that the console does not call, with the reason. A test checks that each of them, and no other, has one. */
const PROGRAMS = 'for programs that create alerts or execute work'
const SAME = 'a page shows the list that has this record'
/** Every operation of the API is a command of `svc`: docs/commands.md. */
const COMMAND = 'only on the command line'
const LINK = 'opened by a link in a mail or by an identity provider'

export const UNCALLED: Readonly<Record<string, string>> = {
  'GET /actions/{action_id}': SAME,
  'GET /agent-comparisons/{id}': SAME,
  'POST /alerts/submit': PROGRAMS,
  'POST /alerts': PROGRAMS,
  'POST /approvals': PROGRAMS,
  'GET /auth/oidc/callback': LINK,
  'GET /auth/saml/metadata': LINK,
  'GET /auth/saml/callback': LINK,
  'POST /auth/saml/callback': LINK,
  'GET /campaigns/{id}': SAME,
  'DELETE /cases/{id}': 'the console closes a case by its status',
  'GET /compliance/controls': 'the dashboard of a framework shows its controls',
  'GET /copilot/context/alert/{alert_id}': 'the prompt of a model; a page shows the record itself',
  'GET /copilot/context/rule/{rule_id}': 'the prompt of a model; a page shows the record itself',
  'GET /copilot/context/playbook/{playbook_id}': 'the prompt of a model; a page shows the record itself',
  'GET /dead-letters/replays/{id}': SAME,
  'GET /detection-proposals/baseline': 'for the program that measures rules in CI',
  'POST /detection-proposals/baseline': 'for the program that measures rules in CI',
  'POST /detection-proposals/{id}/eval': 'for the program that measures rules in CI',
  'POST /detections': PROGRAMS,
  'GET /events/histogram': 'the console calls the POST operation',
  'GET /events/facets': 'the console calls the POST operation',
  'GET /governance/subject-deletions/{id}': SAME,
  'GET /honeytokens/{id}': SAME,
  'GET /honeytokens/{id}/events': SAME,
  'GET /intel/stix': 'for other platforms',
  'GET /intel/iocs/{id}': SAME,
  'POST /intel/iocs/{ioc_id}/sightings': PROGRAMS,
  'POST /notifications/seen': COMMAND,
  'GET /osquery/queries/{id}': SAME,
  'GET /phishing/submissions/{id}': SAME,
  'POST /playbook-hooks/{hook_id}': 'called by another program',
  'POST /purple-team/host-runs/{host_run_id}/begin': 'called by the program on the host',
  'POST /purple-team/host-runs/{host_run_id}/report': 'called by the program on the host',
  'GET /purple-team/expectations/{expectation_id}': SAME,
  'POST /push/subscriptions': 'the console calls POST /push/subscribe',
  'POST /push/unsubscribe': 'the console removes a subscription by its id',
  'POST /response/executors/{executor_id}/ticket-hook': 'called by the ticket system',
  'GET /sso-connections/{id}': SAME,
}
