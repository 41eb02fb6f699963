/** Every source format, by the name a sender gives. A new one is its folder and one line here. */
import { generic } from './generic/mapping.ts'
import type { Mapping } from './mapping.ts'
import { isOcsf, ocsf } from './ocsf/mapping.ts'

/** How the events of a format are taken in: by a mapping, by looking at each record, or whole as a line of text. */
export type Intake = Mapping | 'detect' | 'text'

/** JSON of vendors that the generic profile takes until their own mapping is here. */
const WEBHOOKS = [
  'cloudtrail',
  'azure-activity',
  'cloudflare',
  'crowdstrike',
  'defender',
  'github',
  'gitlab',
  'okta',
  'sentinelone',
  'ai-runtime',
  'ai-finding',
]

const byFormat = new Map<string, Intake>([
  ['', 'detect'],
  ['auto', 'detect'],
  ['ocsf', ocsf],
  ['json', generic],
  ['ndjson', generic],
  ['generic', generic],
  ['hec', generic],
  ['email', generic],
  ['k8s-audit', generic],
  ...WEBHOOKS.map((name): [string, Intake] => [name, generic]),
  ['text', 'text'],
  ['syslog', 'text'],
  ['cef', 'text'],
])

/** Null: this build knows no such format, and its events go to the dead letters until one does. */
export function intakeOf(sourceFormat: string): Intake | null {
  return byFormat.get(sourceFormat) ?? null
}

export function detectMapping(record: Record<string, unknown>): Mapping {
  return isOcsf(record) ? ocsf : generic
}
