/** Checks targets: their form, and the tenant's lists of targets that may be acted on. */
import ipaddr from 'ipaddr.js'
import { AppError, noSuch } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { ActionType, TargetKind } from './catalogue.ts'
import { RESPONSE_LIMITS } from './limits.ts'

const HOST = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/i
const HASH = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/i

const FORMS: Readonly<Record<TargetKind, (target: string) => boolean>> = {
  ip: (target) => ipaddr.isValid(target),
  domain: (target) => HOST.test(target) && target.includes('.') && !ipaddr.isValid(target),
  url: (target) => /^https?:\/\//i.test(target) && URL.canParse(target),
  hash: (target) => HASH.test(target) || ipaddr.isValid(target) || HOST.test(target) || URL.canParse(target),
  host: (target) => HOST.test(target),
  user: (target) => target.length >= 1,
  process: (target) => target.length >= 1,
  file: (target) => target.length >= 1,
  message: () => true,
  alert: () => true,
}

/** Gives the target in the one form in which it is compared and stored. Throws 422 for a target of another kind. */
export function checkedTarget({ name, target: kind }: ActionType, text: string): string {
  const target = text.trim()
  const hasControls = [...target].some((char) => char < ' ' || char === '\u007f')
  if (target.length > 500 || hasControls || !FORMS[kind](target))
    throw invalid(
      'target',
      `“${target.replaceAll(/\p{C}+/gu, ' ').slice(0, 100)}” is no ${kind}, which ${name} is done to`,
    )
  if (kind === 'ip') return ipaddr.parse(target).toString()
  return kind === 'domain' || kind === 'host' || kind === 'hash' ? target.toLowerCase() : target
}

export const TARGET_LISTS = ['allow', 'deny'] as const
export const TARGET_RULES = tableInCamelCase('ResponseTargetRule', {
  id: column.uuid(),
  list: column.word(TARGET_LISTS),
  action_type: column.text({ description: '* matches every action type' }),
  pattern: column.text({ description: 'value, CIDR block, or name with *' }),
  reason: column.text(),
  created_by: column.text(),
  created_at: column.time(),
})
export type TargetRule = RowOf<typeof TARGET_RULES>

/** Newest first. */
export function targetRules(tx: TenantTx): Promise<TargetRule[]> {
  return tx.many(
    TARGET_RULES.read,
    /* sql */ `SELECT ${TARGET_RULES.columns} FROM response_targets ORDER BY created_at DESC, id DESC`,
  )
}

export async function addTargetRule(
  tx: TenantTx,
  targetRule: Pick<TargetRule, 'list' | 'actionType' | 'pattern' | 'reason' | 'createdBy'>,
): Promise<TargetRule> {
  if ((await targetRules(tx)).length >= RESPONSE_LIMITS.targets)
    throw new AppError('conflict', `a tenant has at most ${RESPONSE_LIMITS.targets} of these`)
  const { list, actionType, pattern, reason, createdBy } = targetRule
  checkBlock('pattern', pattern)
  const sql = /* sql */ `
    INSERT INTO response_targets (list, action_type, pattern, reason, created_by) VALUES ($1, $2, $3, $4, $5)
    RETURNING ${TARGET_RULES.columns}`
  const rows = await tx.many(TARGET_RULES.read, sql, [list, actionType, pattern, reason, createdBy])
  return rows[0] as TargetRule
}

export async function removeTargetRule(tx: TenantTx, id: string): Promise<void> {
  if ((await tx.run(/* sql */ `DELETE FROM response_targets WHERE id = $1`, [id])) === 0) throw noSuch('rule')
}

/**
 * The reason for which the target may not be acted on; null when it may. A rule that denies goes before one that
 * allows.
 */
export function refusalOf(rules: readonly TargetRule[], actionType: string, target: string): string | null {
  const own = rules.filter((rule) => rule.actionType === '*' || rule.actionType === actionType)
  const denied = own.find((rule) => rule.list === 'deny' && fits(rule.pattern, target))
  if (denied) return `${target} is never acted on: ${denied.reason}`
  const allowed = own.filter(({ list }) => list === 'allow')
  if (allowed.length === 0 || allowed.some(({ pattern }) => fits(pattern, target))) return null
  return `${target} is not on the list of what ${actionType} may be done to`
}

function checkBlock(member: string, pattern: string): void {
  if (pattern.includes('/') && ipaddr.isValid(pattern.split('/')[0] ?? '') && !ipaddr.isValidCIDR(pattern))
    throw invalid(member, 'is no block of addresses')
}

/** An IPv4 block is at most a /16, an IPv6 block at most a /48: nobody has looked at all of a wider one. */
const BITS_MIN = { ipv4: 16, ipv6: 48 } as const
const LETTERS_MIN = 3

/** Throws 422 for an invalid or too wide network, and for a name whose wildcards match almost any name. */
export function checkPattern(pattern: string): void {
  checkBlock('targets', pattern)
  if (ipaddr.isValidCIDR(pattern)) {
    const [range, bits] = ipaddr.parseCIDR(pattern)
    if (bits < BITS_MIN[range.kind()]) throw invalid('targets', `${pattern} is wider than /${BITS_MIN[range.kind()]}`)
  } else if (pattern.includes('*') && pattern.replaceAll(/[*.]/g, '').length < LETTERS_MIN)
    throw invalid('targets', `${pattern} has fewer than ${LETTERS_MIN} characters beside its stars`)
}

export function fits(pattern: string, target: string): boolean {
  if (ipaddr.isValidCIDR(pattern)) {
    if (!ipaddr.isValid(target)) return false
    const [address, [range, bits]] = [ipaddr.process(target), ipaddr.parseCIDR(pattern)]
    return address.kind() === range.kind() && address.match(range as never, bits)
  }
  // Piece by piece and not by a regular expression: what a tenant writes may hold any number of stars.
  const [first = '', ...rest] = pattern.toLowerCase().split('*')
  const text = target.toLowerCase()
  if (rest.length === 0) return text === first
  const last = rest.pop() ?? ''
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false
  let at = first.length
  for (const piece of rest) {
    const found = text.indexOf(piece, at)
    if (found < 0 || found + piece.length > text.length - last.length) return false
    at = found + piece.length
  }
  return true
}
