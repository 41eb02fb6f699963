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
    'residency enforced: the region of the tenant is allowed; another region, no region, and a tenant without one are refused and recorded',
    async (door) => {
      type Violation = { operation: string; expected_region: string | null; actual_region: string | null }
      const declare = (body: object) => expectStatus(door, 200, 'PUT /governance/residency', { body })
      const attempt = async () => {
        const { status } = await ask(door, 'GET /exports/cases')
        const { items } = await expectStatus<{ items: (Violation & { refused: boolean })[] }>(
          door,
          200,
          'GET /governance/residency/violations?limit=1',
        )
        return { status, last: items[0] }
      }
      const enforced = { data_region: 'eu', residency_enforced: true }
      try {
        await declare({ ...enforced, destinations: { here: 'eu' } })
        assert.equal((await attempt()).status, 200)
        const came: string[] = []
        const cases: [string | null, object, string | null][] = [
          ['eu', { ...enforced, destinations: { here: 'us' } }, 'us'],
          ['eu', { ...enforced, destinations: {} }, null],
          [null, { data_region: null, residency_enforced: true, destinations: { here: 'eu' } }, 'eu'],
        ]
        for (const [expected, body, actual] of cases) {
          await declare(body)
          const { status, last } = await attempt()
          assert.deepEqual(
            [status, last?.operation, last?.expected_region, last?.actual_region, last?.refused],
            [403, 'export', expected, actual, true],
          )
          came.push(`${expected} to ${actual}: ${status}`)
        }
        await declare({ ...enforced, residency_enforced: false, destinations: { here: 'us' } })
        const { status, last } = await attempt()
        assert.deepEqual([status, last?.refused, last?.actual_region], [200, false, 'us'])
        return `eu to eu: 200; ${came.join('; ')}; not enforced: 200, recorded`
      } finally {
        await declare({ data_region: 'eu', residency_enforced: false, destinations: {} })
      }
    },
  ),
  walk(
    '2.6',
    'a hold covers rows that arrive later, is released once with a reason, and its row stays with who released it',
    async (door) => {
      const host = `held-${Date.now()}`
      const hold = await expectStatus<{ id: string }>(door, 201, 'POST /governance/legal-holds', {
        body: { name: 'walk', matter_ref: 'M-3', subject_kind: 'host', subject_value: host.toUpperCase() },
      })
      const { id } = await expectStatus<{ id: string }>(door, 201, 'POST /alerts/submit', {
        body: { events: [{ ...event, device: { hostname: host } }] },
      })
      const held = await ask(door, `DELETE /alerts/${id}`)
      assert.equal(held.status, 409, held.text.slice(0, 200))
      const nameless = await ask(door, `POST /governance/legal-holds/${hold.id}/release`, { body: {} })
      const released = await expectStatus<Record<string, unknown>>(
        door,
        200,
        `POST /governance/legal-holds/${hold.id}/release`,
        { body: { reason: 'settled' } },
      )
      const again = await ask(door, `POST /governance/legal-holds/${hold.id}/release`, { body: { reason: 'twice' } })
      assert.deepEqual(
        [nameless.status, again.status, released.reason ?? released.release_reason],
        [422, 409, 'settled'],
      )
      assert.ok(released.released_by && released.released_at)
      const gone = await ask(door, `DELETE /alerts/${id}`)
      assert.ok(gone.status < 300, `${gone.status}`)
      const audit = await expectStatus<{ items: { action: string }[] }>(
        door,
        200,
        'GET /audit?action=legal_hold&limit=5',
      )
      assert.ok(audit.items.some(({ action }) => /releas/.test(action)))
      return `DELETE of the alert 409 under the hold, ${gone.status} after it`
    },
  ),
  walk(
    '2.6',
    'the proof of a completed deletion searches again and finds nothing; its certificate is signed by a published key',
    async (door) => {
      const user = `walked.person${Date.now()}`
      const { id: alert } = await expectStatus<{ id: string }>(door, 201, 'POST /alerts/submit', {
        body: { events: [{ ...event, title: `${user} signed in`, actor: { user: { name: user } } }] },
      })
      const made = await expectStatus<Deletion>(door, 201, 'POST /governance/subject-deletions', {
        body: { subject_kind: 'user', subject_value: user },
      })
      const done = await eventually(async () => {
        const found = await expectStatus<Deletion>(door, 200, `GET /governance/subject-deletions/${made.id}`)
        return found.state === 'completed' ? found : undefined
      }, 'the end of the deletion')
      assert.ok((done.affected_counts?.alerts ?? 0) > 0, JSON.stringify(done.affected_counts))
      const shown = await ask(door, `GET /alerts/${alert}`)
      assert.ok(!shown.text.includes(user), 'the alert still has the name')
      type Proof = { is_clean: boolean; searched: string[]; found: Record<string, number> }
      const proof = await expectStatus<Proof>(door, 200, `GET /governance/subject-deletions/${made.id}/proof`)
      assert.ok(proof.is_clean, JSON.stringify(proof.found))
      type Certificate = { statement: object; key_id: string; signature: string }
      const certificate = await expectStatus<Certificate>(
        door,
        200,
        `GET /governance/subject-deletions/${made.id}/certificate`,
      )
      assert.ok(!JSON.stringify(certificate).includes(user), 'the certificate has the name')
      const keys = await expectStatus<{ items: { key_id: string }[] }>(door, 200, 'GET /audit/keys')
      assert.ok(keys.items.some(({ key_id }) => key_id === certificate.key_id))
      return `alerts ${done.affected_counts?.alerts}; ${proof.searched.length} tables searched again, none has it`
    },
  ),
  walk('8', 'retention per tenant and class; events of the lake are never kept shorter than 400 days', async (door) => {
    await expectStatus(door, 200, 'PUT /governance/retention', { body: { alerts_days: 365 } })
    const { alerts_days } = await expectStatus<{ alerts_days: number }>(door, 200, 'GET /governance/retention')
    const tooShort = await ask(door, 'PUT /governance/retention', { body: { raw_events_days: 399 } })
    await expectStatus(door, 200, 'GET /governance/retention/runs')
    await expectStatus(door, 200, 'PUT /governance/retention', { body: {} })
    assert.deepEqual([alerts_days, tooShort.status], [365, 422])
    return `365 days; 399 days of events are ${tooShort.status}`
  }),
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
  ownWalk('1', 'the audit log is chained: its bundle verifies offline, and not after a change', async (door) => {
    const { mkdtemp, writeFile, rm } = await import('node:fs/promises')
    const directory = await mkdtemp('/tmp/svc-spec-')
    try {
      await eventually(async () => {
        const { status } = await ask(door, 'GET /audit/head')
        return status === 200 ? status : undefined
      }, 'a signed head')
      const { text } = await ask(door, 'GET /audit/export?format=bundle')
      const file = `${directory}/bundle`
      await writeFile(file, text)
      const verified = await door.own?.svc('audit', 'verify', file)
      await writeFile(file, text.replace(/"action":"[a-z_:.]+"/, '"action":"another"'))
      await assert.rejects(async () => door.own?.svc('audit', 'verify', file))
      return `${verified?.trim().slice(0, 120)}; refused after a change`
    } finally {
      await rm(directory, { recursive: true })
    }
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
