/** Operations of lists of known-good values. */
import { Type } from 'typebox'
import { KINDS } from '../../../../intel/indicator.ts'
import { numberOfCursor } from '../../../../platform/cursor.ts'
import { invalid } from '../../../../platform/invalid-input.ts'
import { pageAfter, pageOfList } from '../../../../platform/paging.ts'
import { closed, named, nullable, oneOf, pageOf, pageQuery, plainText } from '../../../../schemas/wire.ts'
import { idOf, operationsOf } from '../../../platform/acting/index.ts'
import { entriesOfKnownList, KNOWN_LISTS } from './known-lists.ts'
import { MISP_LIST_TYPES, readWarningList } from './read-warning-list.ts'
import { EFFECTS, WARNING_LIST_LIMITS, WARNING_LISTS } from './warning-list.ts'
import {
  changeWarningList,
  deleteWarningList,
  type Entry,
  entriesOf,
  putWarningList,
  requireWarningList,
  warningLists,
} from './warning-list-store.ts'

const operation = operationsOf<unknown>()
const effect = oneOf(EFFECTS, {
  description: '`suppress`: an indicator of such a value does not match; `flag`: it matches as informational',
})

const list = operation({
  name: 'intel.warning_lists',
  summary: 'Lists of known-good values of this tenant',
  permission: 'threat_intel:read',
  path: 'GET /intel/warning-lists',
  query: Type.Object(pageQuery, closed),
  output: pageOf(WARNING_LISTS.schema),
  run: async ({ tx }, page) => pageOfList(await warningLists(tx), page, ({ id }) => id),
})

const known = operation({
  name: 'intel.known_warning_lists',
  summary: 'Built-in lists of known-good values: public DNS, CDN networks, top domains',
  permission: 'threat_intel:read',
  path: 'GET /intel/known-warning-lists',
  query: Type.Object(pageQuery, closed),
  output: pageOf(
    named(
      'KnownWarningList',
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        description: Type.String(),
        version: Type.String(),
        entries: Type.Array(Type.String()),
      }),
    ),
  ),
  run: async (_, page) => pageOfList(KNOWN_LISTS, page, ({ id }) => id),
})

const text = plainText(2048)

const put = operation({
  name: 'intel.put_warning_list',
  summary: 'Save a list of known-good values, replacing one of the same name',
  description:
    'Exactly one of `entries`, `misp` (a warning list in the format of the MISP project) and `known_list` (one of GET /intel/known-warning-lists). Entries are addresses, networks, domains, URLs, hashes and mail addresses. Substrings and regular expressions are not supported: such entries are counted in `skipped`.',
  permission: 'threat_intel:write',
  audit: 'warning_list:kept',
  path: 'PUT /intel/warning-lists',
  bodyBytes: WARNING_LIST_LIMITS.bodyBytes,
  body: named(
    'WarningListPut',
    Type.Object(
      {
        name: Type.Optional(plainText(190)),
        description: Type.Optional(nullable(plainText(2000))),
        effect,
        is_enabled: Type.Optional(Type.Boolean({ description: 'default: true' })),
        entries: Type.Optional(Type.Array(text, { minItems: 1, maxItems: WARNING_LIST_LIMITS.entries })),
        with_subdomains: Type.Optional(
          Type.Boolean({ description: 'true (default): domains in `entries` include their subdomains' }),
        ),
        misp: Type.Optional(
          Type.Object({
            name: plainText(190),
            type: oneOf(MISP_LIST_TYPES),
            list: Type.Array(text, { maxItems: WARNING_LIST_LIMITS.entries }),
            description: Type.Optional(Type.Unknown()),
            version: Type.Optional(Type.Unknown()),
          }),
        ),
        known_list: Type.Optional(oneOf(KNOWN_LISTS.map(({ id }) => id))),
      },
      closed,
    ),
  ),
  output: WARNING_LISTS.schema,
  async run({ tx, actor, note }, sent) {
    const read = await readSent(sent)
    if (read.entries.length === 0) throw invalid(read.member, 'names no value of any kind')
    const made = await putWarningList(
      tx,
      {
        ...{ name: sent.name ?? read.name, description: sent.description ?? read.description, version: read.version },
        ...{ effect: sent.effect, is_enabled: sent.is_enabled ?? true, updated_by: idOf(actor) },
        ...{ skipped: read.skipped, skip_reasons: read.reasons },
      },
      read.entries,
    )
    const changes = { name: made.name, effect: made.effect, is_enabled: made.is_enabled, entries: made.entries }
    note({ resource: 'warning_list', resourceId: made.id, changes })
    return made
  },
})

type Sent = {
  readonly name?: string
  readonly entries?: readonly string[]
  readonly with_subdomains?: boolean
  readonly misp?: {
    readonly name: string
    readonly type: (typeof MISP_LIST_TYPES)[number]
    readonly list: readonly string[]
    readonly description?: unknown
    readonly version?: unknown
  }
  readonly known_list?: string
}
type Read = {
  readonly member: 'entries' | 'misp' | 'known_list'
  readonly name: string
  readonly description: string | null
  readonly version: string | null
  readonly entries: readonly Entry[]
  readonly skipped: number
  readonly reasons: Readonly<Record<string, number>>
}

async function readSent({
  name,
  entries,
  with_subdomains: withSubdomains = true,
  misp,
  known_list: knownId,
}: Sent): Promise<Read> {
  const ways = [entries, misp, knownId].filter((one) => one !== undefined)
  if (ways.length !== 1) throw invalid('entries', 'exactly one of entries, misp and known_list is sent')
  const whole = KNOWN_LISTS.find(({ id }) => id === knownId)
  if (whole !== undefined) {
    const about = { name: whole.name, description: whole.description, version: whole.version }
    return { member: 'known_list', ...about, entries: entriesOfKnownList(whole), skipped: 0, reasons: {} }
  }
  if (misp === undefined && name === undefined) throw invalid('name', 'is needed with entries')
  const type = withSubdomains ? 'hostname' : 'string'
  const sent = misp ?? { name: name ?? '', type, list: entries ?? [] }
  const { entries: found, counts } = await readWarningList(sent)
  return {
    ...{ member: misp === undefined ? 'entries' : 'misp', name: sent.name, entries: found },
    description: typeof misp?.description === 'string' ? cleaned(misp.description, 2000) : null,
    version: misp?.version === undefined ? null : cleaned(String(misp.version), 100),
    ...{ skipped: counts.skipped, reasons: counts.reasons },
  }
}

/** Null for an empty text; without U+0000, which Postgres keeps in no text. */
function cleaned(value: string, lengthMax: number): string | null {
  return value.replaceAll('\0', '').slice(0, lengthMax) || null
}

const change = operation({
  name: 'intel.change_warning_list',
  summary: 'Enable or disable a list of known-good values, or change its effect',
  permission: 'threat_intel:write',
  audit: 'warning_list:changed',
  path: 'PATCH /intel/warning-lists/:list_id',
  body: named(
    'WarningListChange',
    Type.Object(
      { effect: Type.Optional(effect), is_enabled: Type.Optional(Type.Boolean()) },
      { ...closed, minProperties: 1 },
    ),
  ),
  output: WARNING_LISTS.schema,
  async run({ tx, actor, note }, { list_id: id, ...sent }) {
    note({ resource: 'warning_list', resourceId: id, changes: sent })
    return changeWarningList(tx, id, sent, idOf(actor))
  },
})

const remove = operation({
  name: 'intel.delete_warning_list',
  summary: 'Delete a list of known-good values: indicators of its values match again',
  permission: 'threat_intel:write',
  audit: 'warning_list:deleted',
  removes: 'records',
  path: 'DELETE /intel/warning-lists/:list_id',
  status: 204,
  output: Type.Null(),
  async run({ tx, note }, { list_id: id }) {
    note({ resource: 'warning_list', resourceId: id })
    const { name } = await deleteWarningList(tx, id)
    note({ resource: 'warning_list', resourceId: id, changes: { name } })
    return null
  },
})

const entries = operation({
  name: 'intel.warning_list_entries',
  summary: 'Entries of a list of known-good values, by kind and value',
  permission: 'threat_intel:read',
  path: 'GET /intel/warning-lists/:list_id/entries',
  query: Type.Object(pageQuery, closed),
  output: pageOf(
    named(
      'WarningListEntry',
      Type.Object({
        ioc_type: oneOf(KINDS),
        value: Type.String(),
        with_subdomains: Type.Boolean(),
      }),
    ),
  ),
  async run({ tx }, { list_id: id, limit, cursor = '0' }) {
    await requireWarningList(tx, id)
    const from = numberOfCursor(cursor, 9)
    const found = await entriesOf(tx, id, limit + 1, from)
    const rows = found.map(({ kind, value, isHost }, at) => ({
      ...{ ioc_type: kind, value, with_subdomains: isHost, next: from + at + 1 },
    }))
    return pageAfter(rows, limit, ({ next }) => String(next))
  },
})

export const WARNING_LIST_OPERATIONS = [list, known, put, change, remove, entries]
