import { ScimFault } from './fault.ts'
import type { Comparison } from './filter.ts'
import { CORE_GROUP } from './group-schema.ts'
import { shown } from './json.ts'
import { attributeIn, type Condition, idOrNobodys } from './user-filter.ts'

const HAS_MEMBER = /* sql */ `
  EXISTS (SELECT FROM scim_group_members m WHERE m.group_id = g.id AND m.user_id = nullif($1::text, '')::uuid)`

type Filter = { readonly sql: string; readonly isId: boolean }

const FILTERS: Readonly<Record<string, Filter>> = {
  id: { sql: "g.id = nullif($1::text, '')::uuid", isId: true },
  displayname: { sql: 'lower(g.display_name) = lower($1::text)', isId: false },
  externalid: { sql: 'g.external_id = $1::text', isId: false },
  members: { sql: HAS_MEMBER, isId: true },
  'members.value': { sql: HAS_MEMBER, isId: true },
}

/** Throws `invalidFilter` for an attribute that groups are not found by. */
export function groupCondition({ attribute, value }: Comparison): Condition {
  const name = attributeIn(attribute, CORE_GROUP)
  const filter = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined
  if (!filter) throw new ScimFault('invalidFilter', `groups are not found by ${shown(attribute)}`)
  if (typeof value !== 'string') throw new ScimFault('invalidFilter', `${shown(attribute)} is compared with a text`)
  return { sql: filter.sql, value: filter.isId ? idOrNobodys(value) : value }
}
