/** Reports on a schedule: made once for each period, mailed as each receiver may see them, and kept to be read. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeDueReports, type ReportDeps } from '../../../control/soc/reports/index.ts'
import { latestRun, nextRun, periodOf, type Timing } from '../../../control/soc/reports/period.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { makeUser } from '../../test-api.ts'
import { openTestPeople, type TestPeople } from '../notifications/test-people.ts'

const engine = useEngine({ migrated: true })
const DAY_MS = 86_400_000
let people: TestPeople

beforeAll(async () => {
  people = await openTestPeople()
}, 120_000)
beforeEach(() => {
  people.smtp.mails.length = 0
})
afterAll(async () => {
  await people?.close()
})

const lake = (tenant: TenantId) => tenantReader(engine().client, tenant)
function deps(more: Partial<ReportDeps> = {}): ReportDeps {
  const { pool, audit, log, nowMs } = people.delivery()
  return { pool, audit, log, nowMs, lake, ...more }
}
const scheduled = async (more: object = {}) => {
  const body = { name: 'Daily SOC', kind: 'soc', frequency: 'daily', hour: 6, ...more }
  const made = await people.ask('tess', 'POST', 'report-schedules', body)
  expect([made.status, made.text]).toEqual([201, expect.anything()])
  return made.body.schedule
}
/** The database dates alerts itself: this one is of the clock of the test. */
async function alert(more: object): Promise<void> {
  const id = await people.alert(more)
  await withTenant(people.api.owner, people.acme, (tx) =>
    tx.run(`UPDATE alerts SET created_at = $2 WHERE id = $1`, [id, new Date(people.clock.ms)]),
  )
}
const reports = async () => (await people.ask('vic', 'GET', 'reports')).body.items
const nextDay = () => {
  people.clock.ms += DAY_MS
}
const disable = ({ id }: { id: string }) => people.ask('tess', 'DELETE', `report-schedules/${id}`)

describe('a scheduled report', () => {
  test('is made and mailed once per period, with competing replicas and a crash', async () => {
    const day = new Date(people.clock.ms).toISOString().slice(0, 10)
    const caseId = (await people.open({ title: 'Night sign-ins <b>' })).id
    await people.ask('ann', 'POST', `cases/${caseId}/acknowledge`)
    await alert({ title: 'Spray', affected_users: ['petra.svoboda'], affected_hosts: ['DC1'] })
    const minute = new Date(people.clock.ms).toISOString().slice(0, 16).replace('T', ' ')
    const row = { tenant_id: people.acme, minute: `${minute}:00`, source_id: 'default', outcome: 'stored', events: 7 }
    await engine().client.insert({ table: 'ledger', values: [{ ...row }], format: 'JSONEachRow' })
    const schedule = await scheduled({ user_ids: [people.users.ann], addresses: ['board@acme.example'] })
    expect(await makeDueReports(deps())).toBe(false)
    expect(await reports()).toEqual([])
    nextDay()
    const dies = async () => {
      throw new Error('killed before the commit')
    }
    await expect(makeDueReports(deps({ audit: dies }))).rejects.toThrow('killed')
    expect(await reports()).toEqual([])
    await Promise.all([makeDueReports(deps()), makeDueReports(deps()), makeDueReports(deps())])
    await makeDueReports(deps())
    const [report, ...others] = await reports()
    expect(others).toEqual([])
    expect(report).toMatchObject({ kind: 'soc', title: `Daily SOC: ${day}`, made_by: 'schedule' })
    await Promise.all([people.deliverAll(), people.deliverAll()])
    await people.deliverAll()
    expect(people.smtp.mails.map(({ to }) => to).sort()).toEqual(['ann@acme.example', 'board@acme.example'])
    const [{ mail, raw }] = people.smtp.mails as [(typeof people.smtp.mails)[number]]
    expect(mail.subject).toBe(`Daily SOC: ${day}`)
    expect(mail.html).toContain('Night sign-ins &lt;b&gt;')
    // Mail programs drop style sheets: every cell brings its own, and nothing is loaded.
    const cells = String(mail.html).match(/<(?:t[dh]|h[12])\b[^>]*>/g) ?? []
    expect(cells.filter((tag) => !tag.includes('style="'))).toEqual([])
    expect(String(mail.html)).not.toMatch(/class=|src=|url\(|\drem/)
    expect(mail.html).toContain('petra.svoboda')
    expect(mail.text).toContain('mean time to acknowledge')
    expect(mail.text).toContain('critical: 0\nhigh: 1\nmedium: 0')
    expect(raw).toContain(`https://soc.example/reports/${report.id}`)
    const whole = (await people.ask('vic', 'GET', `reports/${report.id}`)).body
    expect(whole.report.document).toMatchObject({
      alerts: { total: 1, total_before: 0, undecided: 1, by_severity: { high: 1, low: 0 } },
      cases: { opened: 1, opened_before: 0 },
      ...{ time_to_acknowledge: { of: 1 }, time_to_resolve: { seconds: null, of: 0 } },
      ingest: { events: 7, events_before: 0 },
      unmeasured: [{ figure: 'time_to_resolve' }],
    })
    expect(whole.mails.map(({ status }: { status: string }) => status)).toEqual(['sent', 'sent'])
    nextDay()
    await makeDueReports(deps())
    expect((await reports()).length, 'the next period has its own').toBe(2)
    await disable(schedule)
  })

  test('is made once, for the newest period, after days of downtime', async () => {
    const before = (await reports()).length
    const schedule = await scheduled({ name: 'After a pause' })
    people.clock.ms += 9 * DAY_MS
    await makeDueReports(deps())
    await makeDueReports(deps())
    const made = await reports()
    expect(made.length).toBe(before + 1)
    const end = Date.parse(made[0].period_end)
    expect(people.clock.ms - end).toBeLessThan(DAY_MS + 6 * 3_600_000)
    await disable(schedule)
  })

  test('without a mail server is made, does not fail, and says that it was not mailed', async () => {
    const schedule = await scheduled({ name: 'Unmailed', user_ids: [people.users.ann] })
    nextDay()
    await makeDueReports(deps())
    people.api.audited.length = 0
    await people.deliverAll({ mailer: null })
    const [{ id }] = await reports()
    const { mails, mail } = (await people.ask('vic', 'GET', `reports/${id}`)).body
    expect(mails).toMatchObject([{ status: 'skipped', reason: 'no mail is sent: SVC_SMTP_URL is not set' }])
    expect(mail).toBe('no mail is sent: SVC_SMTP_URL is not set')
    expect(people.api.audited.filter(({ action }) => action === 'notification:failed')).toEqual([])
    await disable(schedule)
  })

  test('shows each user the fields that their rules allow, and an address what every rule allows', async () => {
    const rule = {
      resource: 'alert',
      field_path: 'affected_users',
      treatment: 'redact',
      visible_to_roles: ['soc_analyst'],
    }
    const { id: ruleId } = (await people.ask('tess', 'POST', 'governance/field-rules', rule)).body
    await alert({ title: 'Sign-in of jana.novak', affected_users: ['jana.novak'] })
    await people.open({ title: 'A case' })
    const schedule = await scheduled({
      ...{ name: 'For customers', kind: 'customer', addresses: ['ciso@customer.example'] },
      user_ids: [people.users.ann, people.users.vic],
    })
    nextDay()
    await makeDueReports(deps())
    await people.deliverAll()
    const has = (to: string) =>
      people.smtp.mails
        .filter((mail) => mail.to.startsWith(to))
        .map(({ mail }) => [mail.html, mail.text].map((text) => text?.includes('jana.novak')))
    expect(has('ann')).toEqual([[true, true]])
    expect(has('vic')).toEqual([[false, false]])
    expect(has('ciso')).toEqual([[false, false]])
    const [{ id }] = await reports()
    const { noise } = (await people.ask('tess', 'GET', `reports/${id}`)).body.report.document
    expect(noise, 'rules are none of a customer’s business').toEqual([])
    await people.ask('tess', 'DELETE', `governance/field-rules/${ruleId}`)
    await disable(schedule)
  })

  test('is made and scheduled by a lead of the shift too, who may not change settings', async () => {
    await makeUser(people.api, people.acme, 'lee', 'soc_lead')
    expect((await people.ask('lee', 'POST', 'reports', { kind: 'soc', days: 7 })).status).toBe(201)
    const body = { name: 'Of the lead', kind: 'soc', frequency: 'weekly' }
    const { status, body: made } = await people.ask('lee', 'POST', 'report-schedules', body)
    expect(status).toBe(201)
    expect((await people.ask('lee', 'DELETE', `report-schedules/${made.schedule.id}`)).status).toBe(204)
    expect((await people.ask('ann', 'POST', 'report-schedules', body)).status).toBe(403)
  })

  test('says what was not measured without a lake, instead of 0', async () => {
    const made = await people.ask('tess', 'POST', 'reports', { kind: 'soc', days: 7 })
    expect([made.status, made.body.document.ingest]).toEqual([201, { events: null, events_before: null }])
    expect(made.body.document.unmeasured[0]).toMatchObject({ figure: 'ingest' })
  })

  test('is made about a calendar month of a zone, once the month is over there, or about days', async () => {
    const [year = 0, month = 0] = new Date(people.clock.ms).toISOString().split('-').map(Number)
    const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 7)
    const before = textOf(Date.UTC(year, month - 2, 1))
    const ask = (more: object) => people.ask('tess', 'POST', 'reports', { kind: 'soc', ...more })
    const made = await ask({ month: before, time_zone: 'Asia/Tokyo' })
    const nineHours = 9 * 3_600_000
    expect([made.status, made.body.period_start, made.body.period_end]).toEqual([
      201,
      new Date(Date.UTC(year, month - 2, 1) - nineHours).toISOString(),
      new Date(Date.UTC(year, month - 1, 1) - nineHours).toISOString(),
    ])
    expect((await ask({ month: textOf(Date.UTC(year, month, 15)) })).text).toContain('is not over in UTC')
    expect((await ask({ month: before, days: 7 })).status).toBe(422)
    expect((await ask({})).status).toBe(422)
    expect((await ask({ month: '2026-13' })).status).toBe(422)
  })

  test('belongs to its tenant, and its schedule needs known users, zones and permissions', async () => {
    const [{ id }] = await reports()
    expect((await people.ask('bob', 'GET', `reports/${id}`)).status).toBe(404)
    const send = async (name: string, more: object) =>
      (await people.ask(name, 'POST', 'report-schedules', { name: 'x', kind: 'soc', frequency: 'daily', ...more }))
        .status
    expect(await send('vic', {})).toBe(403)
    expect((await people.ask('vic', 'POST', 'reports', { kind: 'soc', days: 7 })).status).toBe(403)
    expect(await send('tess', { time_zone: 'Mars/Base' })).toBe(422)
    expect(await send('tess', { addresses: ['nobody'] })).toBe(422)
    expect(await send('tess', { user_ids: [people.users.bob] })).toBe(422)
    expect(await send('tess', { frequency: 'hourly' })).toBe(422)
  })
})

const timing: fc.Arbitrary<Timing> = fc.record({
  frequency: fc.constantFrom('daily', 'weekly', 'monthly'),
  weekday: fc.integer({ min: 1, max: 7 }),
  hour: fc.integer({ min: 0, max: 23 }),
  time_zone: fc.constantFrom('UTC', 'Europe/Zurich', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia'),
})
const moment = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) })

describe('periods', () => {
  test('of consecutive runs are adjacent, also across daylight saving time', () => {
    fc.assert(
      fc.property(timing, moment, (value, atMs) => {
        const first = nextRun(value, atMs)
        const second = nextRun(value, first)
        expect(first).toBeGreaterThan(atMs)
        expect(second).toBeGreaterThan(first)
        expect(periodOf(value, second).startMs).toBe(periodOf(value, first).endMs)
        expect(periodOf(value, first).endMs).toBeLessThanOrEqual(first)
      }),
      { numRuns: 60 },
    )
  })

  test('the latest run up to now equals the last one found by stepping through next runs', () => {
    fc.assert(
      fc.property(timing, moment, fc.integer({ min: 0, max: 400 * DAY_MS }), (value, atMs, lateMs) => {
        const due = nextRun(value, atMs)
        const now = due + lateMs
        const latest = latestRun(value, due, now)
        expect(latest).toBeLessThanOrEqual(now)
        expect(nextRun(value, latest)).toBeGreaterThan(now)
      }),
      { numRuns: 60 },
    )
  })
})
