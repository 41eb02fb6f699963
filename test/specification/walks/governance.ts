/** Section 2.6 with the rules of section 8: holds, residency, field rules, deletions, signatures. */
import assert from 'node:assert/strict'
import { type ApiTarget, ask } from '../door.ts'
import { event } from '../operations/specified-operation.ts'
import { eventually, expectStatus, ownWalk, walk } from './walk.ts'

type Shown = { readonly raw_event: unknown; readonly withheld_fields?: readonly string[] }
type Deletion = { readonly id: string; readonly state: string; readonly affected_counts: Record<string, number> | null }
const field = (treatment: string, field_path: string) => ({
  resource: 'alert',
  field_path,
  visible_to_roles: ['platform_admin'],
  treatment,
})
const submit = (door: ApiTarget, unmapped: object) =>
  expectStatus<{ id: string }>(door, 201, 'POST /alerts/submit', { body: { events: [{ ...event, unmapped }] } })

const TREATED: readonly [string, RegExp][] = [
  ['redact', /^\[redacted\]$/],
  ['mask', /^•+6789$/],
  ['hash', /^sha256:[0-9a-f]{16,64}$/],
]

export const GOVERNANCE = [
  walk(
    '2.6',
    'redact gives [redacted], mask keeps the trailing characters behind bullets, hash gives sha256:<hex>, omit removes; each withheld field is named, one that the record lacks is not',
    async (door) => {
      const values = { redact: 'redacted-value', mask: 'v-123456789', hash: 'hashed-value', omit: 'omitted-value' }
      const { id } = await submit(door, values)
      const before = await expectStatus<{ raw_event: unknown }>(door, 200, `GET /alerts/${id}`)
      const at = pathOf(before.raw_event, 'redact')
      const rules: string[] = []
      try {
        for (const kind of ['redact', 'mask', 'hash', 'omit', 'lacks'])
          rules.push(
            (
              await expectStatus<{ id: string }>(door, 201, 'POST /governance/field-rules', {
                body: field(kind === 'lacks' ? 'omit' : kind, `raw_event.${at}.${kind}`),
              })
            ).id,
          )
        // A change of rules takes effect within three seconds.
        const alert = await eventually(async () => {
          const shown = await expectStatus<Shown>(door, 200, `GET /alerts/${id}`)
          return (shown.withheld_fields?.length ?? 0) >= 4 ? shown : undefined
        }, 'four withheld fields')
        for (const [kind, shape] of TREATED) assert.match(String(memberAt(alert.raw_event, `${at}.${kind}`)), shape)
        assert.equal(memberAt(alert.raw_event, `${at}.omit`), undefined)
        const named = JSON.stringify(alert.withheld_fields)
        for (const kind of ['redact', 'mask', 'hash', 'omit'])
          assert.ok(named.includes(`.${kind}"`), `${kind} is not named in ${named}`)
        assert.ok(!named.includes('lacks'))
        return TREATED.map(([kind]) => String(memberAt(alert.raw_event, `${at}.${kind}`)).slice(0, 24)).join(', ')
      } finally {
        for (const rule of rules) await ask(door, `DELETE /governance/field-rules/${rule}`)
      }
    },
  ),
  walk(
    '3',
    'a deletion of a subject under a legal hold is blocked_by_hold; after the release it is completed with affected_counts',
    async (door) => {
      const subject = { subject_kind: 'host', subject_value: `walked-${Date.now()}` }
      const hold = await expectStatus<{ id: string }>(door, 201, 'POST /governance/legal-holds', {
        body: { name: 'walk', matter_ref: 'M-2', ...subject, subject_value: subject.subject_value.toUpperCase() },
      })
      await expectStatus(door, 201, 'POST /alerts/submit', {
        body: { events: [{ ...event, device: { hostname: subject.subject_value } }] },
      })
      const state = async (deletion: Deletion) =>
        eventually(async () => {
          const found = await expectStatus<Deletion>(door, 200, `GET /governance/subject-deletions/${deletion.id}`)
          return ['blocked_by_hold', 'completed', 'failed', 'refused'].includes(found.state) ? found : undefined
        }, 'the end of the deletion')
      const ask1 = () => expectStatus<Deletion>(door, 201, 'POST /governance/subject-deletions', { body: subject })
      const blocked = await state(await ask1())
      assert.equal(blocked.state, 'blocked_by_hold')
      const released = await expectStatus<{ released_at: string | null }>(
        door,
        200,
        `POST /governance/legal-holds/${hold.id}/release`,
        { body: { reason: 'walked' } },
      )
      assert.ok(released.released_at)
      const done = await state(await ask1())
      assert.equal(done.state, 'completed')
      return `blocked_by_hold, then completed: ${JSON.stringify(done.affected_counts)}`
    },
  ),
  walk(
    '8',
    'residency enforced: an operation in another region, and one without a region, are refused and recorded',
    async (door) => {
      await expectStatus(door, 200, 'PUT /governance/residency', {
        body: { data_region: 'eu', residency_enforced: true },
      })
      try {
        const refused = await ask(door, 'POST /federated/query', { body: { query: '*' } })
        const { items } = await expectStatus<{ items: object[] }>(door, 200, 'GET /governance/residency/violations')
        return `federated query ${refused.status}; ${items.length} violations recorded`
      } finally {
        await expectStatus(door, 200, 'PUT /governance/residency', {
          body: { data_region: 'eu', residency_enforced: false },
        })
      }
    },
  ),
  ownWalk(
    '2.6',
    'an export has a detached Ed25519 signature, kept with row_count and a digest of the query, that is verified offline',
    async (door) => {
      const { mkdtemp, writeFile, rm } = await import('node:fs/promises')
      const directory = await mkdtemp('/tmp/svc-spec-')
      try {
        const response = await fetch(`${door.url}/api/v1/exports/alerts`, {
          headers: { authorization: `Bearer ${door.token}` },
        })
        await writeFile(`${directory}/bundle`, Buffer.from(await response.arrayBuffer()))
        const { items } = await expectStatus<{ items: { row_count: number; query_digest: string }[] }>(
          door,
          200,
          'GET /governance/export-signatures',
        )
        assert.ok((items[0]?.row_count ?? 0) > 0 && items[0]?.query_digest)
        const verified = await door.own?.svc('exports', 'verify', `${directory}/bundle`)
        return `${items[0]?.row_count} rows, ${items[0]?.query_digest}; ${verified?.trim().slice(0, 120)}`
      } finally {
        await rm(directory, { recursive: true })
      }
    },
  ),
  walk('1', 'the audit log is chained: an entry proves that it is in a signed head', async (door) => {
    const { items } = await expectStatus<{ items: { id: string }[] }>(door, 200, 'GET /audit?limit=1')
    const head = await expectStatus<Record<string, unknown>>(door, 200, 'GET /audit/head')
    assert.ok(items[0])
    return `${items[0].id}; head ${Object.keys(head).join(', ')}`
  }),
]

/** Dotted place of the object that has a key, in a nested value. */
function pathOf(value: unknown, key: string): string {
  const at = (one: unknown, way: readonly string[]): string | undefined => {
    if (typeof one !== 'object' || one === null) return undefined
    if (key in one) return way.join('.')
    for (const [name, inner] of Object.entries(one)) {
      const found = at(inner, Array.isArray(one) ? way : [...way, name])
      if (found !== undefined) return found
    }
    return undefined
  }
  const found = at(value, [])
  assert.ok(found !== undefined, `no ${key} in ${JSON.stringify(value).slice(0, 300)}`)
  return found
}

function memberAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((one, name) => {
    const inner = Array.isArray(one) ? one[0] : one
    return (inner as Record<string, unknown> | undefined)?.[name]
  }, value)
}
