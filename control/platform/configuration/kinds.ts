/** The kinds of documents in the order in which they are written: a kind comes after those that it refers to. */
import { branding } from './branding-kind.ts'
import { connector } from './connector-kind.ts'
import { hunt } from './hunt-kind.ts'
import type { Kind } from './kind.ts'
import { messageText } from './message-text-kind.ts'
import { playbook } from './playbook-kind.ts'
import { role } from './role-kind.ts'
import { overlay, placeholders, rule } from './rule-kinds.ts'
import { slaPolicy } from './sla-policy-kind.ts'
import { slaTarget } from './sla-target-kind.ts'

export const KINDS = [
  'placeholders',
  'rule',
  'overlay',
  'playbook',
  'hunt',
  'sla_target',
  'sla_policy',
  'branding',
  'message_text',
  'role',
  'connector',
] as const
export type KindName = (typeof KINDS)[number]

export const KIND: Readonly<Record<KindName, Kind>> = {
  placeholders,
  rule,
  overlay,
  playbook,
  hunt,
  sla_target: slaTarget,
  sla_policy: slaPolicy,
  branding,
  message_text: messageText,
  role,
  connector,
}
