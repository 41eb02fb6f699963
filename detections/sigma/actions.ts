/**
 * Collections of rules in one file: `action: global` gives what all following documents have in common, `repeat` says
 * how a document differs from the one before it, `reset` forgets the common part. Maps are merged at every depth, and
 * what stands later wins. An id that several documents have in common is that of the first, and the others are numbered:
 * `id-2`, `id-3`.
 */
import { isMembers } from '../../platform/members.ts'
import type { Path } from './fault.ts'
import { describe } from './fault.ts'
import { LIMITS } from './limits.ts'
import type { Fields } from './metadata.ts'
import type { YamlDocument } from './yaml.ts'

export type RuleDocument = { readonly fields: Fields; readonly line: number; lineOf(path: Path): number }

type Fault = { readonly line: number; readonly reason: string }
type AppliedActions = { readonly documents: RuleDocument[]; readonly faults: Fault[] }

export function applyActions(documents: readonly YamlDocument[]): AppliedActions {
  const applied: AppliedActions = { documents: [], faults: [] }
  let common: Fields = {}
  let previous: Fields | null = null
  const copied: Copied = { keys: 0 }
  const timesById = new Map<unknown, number>()
  for (const document of documents) {
    if (!isMembers(document.value)) {
      applied.faults.push({ line: document.line, reason: 'the document is not a map' })
      continue
    }
    const { action } = document.value
    const fields = action === undefined ? document.value : without(document.value, 'action')
    if (action === 'global') common = fields
    else if (action === 'reset') common = {}
    else if (action !== undefined && action !== 'repeat') {
      applied.faults.push({ line: document.lineOf(['action']), reason: `unknown action ${describe(action)}` })
    } else if (action === 'repeat' && previous === null) {
      applied.faults.push({ line: document.line, reason: 'action: repeat needs a document before it' })
    } else {
      const base: Fields = action === 'repeat' && previous !== null ? previous : common
      previous = merged(base, fields, copied)
      if (copied.keys > LIMITS.copiedKeys) {
        applied.faults.push({ line: document.line, reason: `more than ${LIMITS.copiedKeys} keys copied by actions` })
        return applied
      }
      const numbered = withOwnId(previous, fields.id === undefined, timesById)
      applied.documents.push({ fields: numbered, line: document.line, lineOf: document.lineOf })
    }
  }
  return applied
}

function without(fields: Fields, key: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key))
}

/** Documents that explicitly use the same id keep it, and the rule set reports it. */
function withOwnId(fields: Fields, isInherited: boolean, timesById: Map<unknown, number>): Fields {
  const { id } = fields
  if (typeof id !== 'string' && typeof id !== 'number') return fields
  const times = (timesById.get(id) ?? 0) + 1
  timesById.set(id, times)
  return isInherited && times > 1 ? { ...fields, id: `${id}-${times}` } : fields
}

type Copied = { keys: number }

/** Beyond the depth that a rule can have, the later value replaces the earlier one as a whole. */
function merged(base: Fields, later: Fields, copied: Copied, depth = 0): Fields {
  const keys = Object.keys(base)
  copied.keys += keys.length
  if (keys.length === 0) return later
  const result = new Map(Object.entries(base))
  for (const [key, value] of Object.entries(later)) {
    const before = result.get(key)
    const isDeeper = isMembers(before) && isMembers(value) && depth < LIMITS.yamlDepth
    result.set(key, isDeeper ? merged(before, value, copied, depth + 1) : value)
  }
  return Object.fromEntries(result)
}
