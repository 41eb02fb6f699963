/** Catalogue of actions: impact, kind of target, and whether a rollback is possible. */
import type { Permission } from '../../identity/accounts/index.ts'

export const BLAST_RADII = ['minimal', 'low', 'medium', 'high'] as const
export type BlastRadius = (typeof BLAST_RADII)[number]

export const TARGET_KINDS = [
  'ip',
  'domain',
  'url',
  'hash',
  'host',
  'user',
  'process',
  'file',
  'message',
  'alert',
] as const
export type TargetKind = (typeof TARGET_KINDS)[number]

export type ActionType = {
  readonly name: string
  readonly about: string
  readonly target: TargetKind
  readonly blastRadius: BlastRadius
  /** True when another person must always approve. */
  readonly alwaysApproved: boolean
  /** True when an executor can take it back. */
  readonly isReversible: boolean
  /** Texts that go with it; the first of `required` are demanded. */
  readonly parameters: Readonly<Record<string, 'required' | 'optional'>>
}

const kind = (
  name: string,
  about: string,
  target: TargetKind,
  blastRadius: BlastRadius,
  more: Partial<Pick<ActionType, 'alwaysApproved' | 'isReversible' | 'parameters'>> = {},
): ActionType => ({
  name,
  about,
  target,
  blastRadius,
  alwaysApproved: false,
  isReversible: false,
  parameters: {},
  ...more,
})

const undone = { isReversible: true }
const always = { alwaysApproved: true }

export const ACTION_TYPES: readonly ActionType[] = [
  kind('block_ip', 'Block an address', 'ip', 'medium', undone),
  kind('allow_ip', 'Take an address off the block list', 'ip', 'medium', undone),
  kind('block_domain', 'Block a domain with its subdomains', 'domain', 'medium', undone),
  kind('block_ioc', 'Block an address, a domain, a URL or the hash of a file', 'hash', 'medium', {
    ...undone,
    ...always,
  }),
  kind('isolate_host', 'Cut a host off the network', 'host', 'high', { ...undone, ...always }),
  kind('kill_process', 'End a process on a host', 'process', 'medium', {
    ...always,
    parameters: { host: 'required', pid: 'optional' },
  }),
  kind('quarantine_file', 'Put a file of a host away', 'file', 'low', { ...undone, parameters: { host: 'required' } }),
  kind('run_av_scan', 'Scan a host', 'host', 'low'),
  kind('run_script', 'Run a script on a host', 'host', 'high', { ...always, parameters: { script: 'required' } }),
  kind('capture_forensics', 'Collect what is needed to investigate a host', 'host', 'low'),
  kind('disable_user', 'Disable an account', 'user', 'high', { ...undone, ...always }),
  kind('reset_password', 'Make an account choose another password', 'user', 'medium', always),
  kind('revoke_session', 'End the sessions of an account', 'user', 'medium'),
  kind('suspend_session', 'Suspend an account for the time being', 'user', 'high', { ...undone, ...always }),
  kind('force_mfa', 'Demand another factor at the next sign-in', 'user', 'medium', undone),
  kind('create_ticket', 'Open a ticket', 'message', 'minimal', {
    parameters: {
      summary: 'required',
      description: 'optional',
      project: 'optional',
      priority: 'optional',
      system: 'optional',
    },
  }),
  kind('notify', 'Tell people over a webhook or by mail', 'message', 'minimal', {
    parameters: { message: 'required', channel: 'optional', to: 'optional' },
  }),
  kind('notify_slack', 'Post to a web hook of Slack', 'message', 'minimal', {
    parameters: { webhook_url: 'required', message: 'required', channel: 'optional' },
  }),
  kind('chatops.verify', 'Ask a user over chat whether it was them', 'message', 'minimal', {
    parameters: { user: 'required', message: 'required', channel: 'optional', timeout_seconds: 'optional' },
  }),
]

/** Messages change nothing: they have no blast radius, and other bounds than actions on a target. */
export const MESSAGE_TYPES: readonly string[] = ACTION_TYPES.filter(({ target }) => target === 'message').map(
  ({ name }) => name,
)

const BY_NAME = new Map(ACTION_TYPES.map((type) => [type.name, type]))

/** Aliases that imported playbooks use. */
const ALSO_CALLED: Readonly<Record<string, string>> = { chatops_verify: 'chatops.verify' }

/** All names that `actionTypeOf` finds. */
export const ACTION_TYPE_NAMES: readonly string[] = [
  ...ACTION_TYPES.map(({ name }) => name),
  ...Object.keys(ALSO_CALLED),
]

export function actionTypeOf(name: string): ActionType | null {
  return BY_NAME.get(ALSO_CALLED[name] ?? name) ?? null
}

/** The action in a sentence for people, who do not know the names that programs use. */
export const inWords = ({ about }: Pick<ActionType, 'about'>): string => `“${about}”`

/** The permission to have an action done without another person, and to agree to it for others. */
export function permissionFor({ blastRadius }: Pick<ActionType, 'blastRadius'>): Permission {
  if (blastRadius === 'minimal') return 'actions:write'
  return blastRadius === 'low' ? 'actions:execute:low' : `actions:execute:${blastRadius}`
}

const HIGHEST_OF_GRANTS: ReadonlySet<BlastRadius> = new Set(['minimal', 'low', 'medium'])

/** The reason why people decide about a verb whatever the figures say. Null: a grant can reach it. */
export function gatedBecause(type: ActionType): string | null {
  const { alwaysApproved, blastRadius } = type
  if (alwaysApproved) return `${inWords(type)} always needs somebody else to agree`
  return HIGHEST_OF_GRANTS.has(blastRadius)
    ? null
    : `the blast radius of ${inWords(type)} is ${blastRadius}: a grant reaches medium`
}
