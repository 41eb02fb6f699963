/**
 * Whom and what an audit event of Entra ID is about. Targets, changed properties and details are lists whose order is
 * the service's: what an entry is stands in its `type`, `displayName` or `key`. Adds
 *
 *     about   user (the first target that is an account), role (its name) and userAgent
 */
import { isMembers, type Members } from '../../platform/members.ts'
import { textOf } from '../text-of.ts'

/** Longer lists are read this far; nothing of them is lost, the record holds them. */
const LIST_MAX = 64

export function addAbout(record: Members, targets: unknown, details: unknown): void {
  if (record.about !== undefined) return
  const user = entryOf(targets, 'type', 'User')
  record.about = {
    user: user && { id: user.id, displayName: user.displayName, userPrincipalName: user.userPrincipalName },
    role: roleOf(targets),
    userAgent: entryOf(details, 'key', 'User-Agent')?.value,
  }
}

/** The property that names it, in quotes; else the target that is one. */
function roleOf(targets: unknown): unknown {
  if (!Array.isArray(targets)) return undefined
  for (let at = 0; at < targets.length && at < LIST_MAX; at++) {
    const target: unknown = targets[at]
    const named = isMembers(target) ? entryOf(target.modifiedProperties, 'displayName', 'Role.DisplayName') : undefined
    const name = named && (unquoted(named.newValue) || unquoted(named.oldValue))
    if (name) return name
  }
  return entryOf(targets, 'type', 'Role')?.displayName
}

/** Values of properties are JSON in text. */
function unquoted(value: unknown): string {
  const text = textOf(value)
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text
}

/** The first entry of a list whose member is the word. */
function entryOf(list: unknown, member: string, word: string): Members | undefined {
  if (!Array.isArray(list)) return undefined
  for (let at = 0; at < list.length && at < LIST_MAX; at++) {
    const entry: unknown = list[at]
    if (isMembers(entry) && entry[member] === word) return entry
  }
  return undefined
}
