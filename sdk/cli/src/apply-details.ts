/** What `svc apply --help` says of the folder and of its flags. */
export const APPLY_DETAILS = `  rules/            rules as they are: Sigma, EQL, KQL, YARA
  overlays.yaml     by the id of a rule: disabled, min_severity, suppress_when, allowlists, reason
  placeholders.yaml values by name, for Sigma's %name%
  playbooks/*.yaml  a playbook each, with enabled
  hunts/*.yaml      a hunt each
  roles.yaml        by name: description and permissions
  sla.yaml          targets in minutes by severity
  sla-policies.yaml clocks of cases by severity and name: critical/Gold
  branding.yaml     product name, colours, support, sender, footer
  connectors.yaml   by name: type, connector_config, poll_interval_seconds, enabled, and auth_config,
                    in which a secret is { env: NAME } or { file: PATH }

Kinds of which the folder has nothing stay as they are.

  --plan       show what would change, and change nothing
  --prune      also remove what the folder no longer has, of the kinds that it has
  --yes        do not ask; without a terminal it is needed
  --exit-code  end with 2 when something would change, or did

  svc pull DIR               writes what is there now into an empty folder
  svc apply DIR --plan       is for a pull request, svc apply DIR --prune --yes for the main branch
`
