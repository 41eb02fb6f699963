/**
 * The commands that are no operations of the API, with their help. It imports nothing, so that `svc --help` reads it
 * without loading the operations.
 */
export type OwnCommand = {
  /** The command with its arguments, as one types it after `svc`. */
  readonly usage: string
  readonly summary: string
  readonly details?: string
}

export const OWN_COMMANDS = {
  login: {
    usage: 'login URL [--profile NAME] [--email EMAIL | --api-key KEY]',
    summary: 'sign in to an installation, and keep its tokens in a file that only you can read',
    details: `The password is asked for, or read from standard input; --api-key - reads the key from standard input, which leaves it
out of the history of the shell.

  svc login https://svc.example --email kim@example.com
  svc login http://127.0.0.1:8000 --profile lab --api-key - < key.txt
`,
  },
  enter: {
    usage: 'enter TENANT [--profile NAME]',
    summary: "work in a customer's tenant under your delegation, as a profile of its name",
    details: `Commands go there until svc profiles use NAME. The access ends after half an hour; svc enter TENANT renews it.

  svc delegations list         the tenants that you may enter
  svc enter acme
  svc alerts list              the alerts of acme
`,
  },
  logout: {
    usage: 'logout [--profile NAME]',
    summary: 'end the session at an installation, and forget its tokens',
  },
  profiles: {
    usage: 'profiles [use NAME]',
    summary: 'list the installations you are signed in to, or select the one that commands go to',
  },
  api: {
    usage: 'api [GROUP]',
    summary: 'list the operations of the API, each of which is a command: svc api alerts lists those for alerts',
  },
  apply: {
    usage: 'apply DIR [--plan] [--prune] [--yes] [--exit-code]',
    summary:
      'make the configuration of a tenant equal to the files of a folder, in one transaction: all of it, or nothing',
    details: `  rules/            rules as they are: Sigma, EQL, KQL, YARA
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
`,
  },
  pull: {
    usage: 'pull DIR',
    summary: 'write the configuration of a tenant to files, as svc apply reads them',
  },
  doctor: {
    usage: 'doctor',
    summary: 'check an installation: one line for each problem, with its remedy',
  },
  completion: {
    usage: 'completion bash|zsh|fish',
    summary: 'print the completions of commands, flags and their values for a shell',
    details: '  eval "$(svc completion bash)"\n',
  },
  man: {
    usage: 'man [COMMAND...]',
    summary: 'print the manual page, or that of some commands',
    details: '  svc man | man -l -\n  svc man alerts list | man -l -\n',
  },
} as const satisfies Readonly<Record<string, OwnCommand>>
