/**
 * Finds the targets of an audit event of Entra ID. Targets, changed properties and details are lists in an arbitrary
 * order: `type`, `displayName` or `key` of an entry gives its meaning. Adds
 *
 *     about   user (the first target that is an account), group (its id and name), role (its name) and userAgent
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { textOf } from '../../mapping/text-of.ts'

/** Longer lists are read up to here; the record keeps them whole. */
const LIST_MAX = 64

export function addAbout(record: Members, targets: unknown, details: unknown): void {
  if (record.about !== undefined) return
  const user = entryOf(targets, 'type', 'User')
  record.about = {
    user: user && { id: user.id, displayName: user.displayName, userPrincipalName: user.userPrincipalName },
    group: groupOf(targets),
    role: nameOf(targets, 'Role.DisplayName') ?? entryOf(targets, 'type', 'Role')?.displayName,
    userAgent: entryOf(details, 'key', 'User-Agent')?.value,
  }
}

/** The group of a changed membership is a property of the member; a changed group is itself among the targets. */
function groupOf(targets: unknown): unknown {
  const target = entryOf(targets, 'type', 'Group')
  const [id, name] = [nameOf(targets, 'Group.ObjectID') ?? target?.id, nameOf(targets, 'Group.DisplayName')]
  return { id, displayName: name ?? target?.displayName }
}

/** A target's changed property, in quotes: its new value, or the old value if it was removed. */
function nameOf(targets: unknown, property: string): string | undefined {
  if (!Array.isArray(targets)) return undefined
  for (let at = 0; at < targets.length && at < LIST_MAX; at++) {
    const target: unknown = targets[at]
    const named = isMembers(target) ? entryOf(target.modifiedProperties, 'displayName', property) : undefined
    const name = named && (unquoted(named.newValue) || unquoted(named.oldValue))
    if (name) return name
  }
  return undefined
}

/** Values of properties are JSON in text. */
function unquoted(value: unknown): string {
  const text = textOf(value)
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text
}

/** The first entry of a list whose member equals the word. */
function entryOf(list: unknown, member: string, word: string): Members | undefined {
  if (!Array.isArray(list)) return undefined
  for (let at = 0; at < list.length && at < LIST_MAX; at++) {
    const entry: unknown = list[at]
    if (isMembers(entry) && entry[member] === word) return entry
  }
  return undefined
}
