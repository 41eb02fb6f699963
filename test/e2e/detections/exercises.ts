/**
 * Runs an exercise in a whole installation: simulated events go through the normal path, and their detections must be
 * reported.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { openPostgres, withOperator } from '../../../stores/postgres/pool.ts'
import type { Instance } from '../instance.ts'
import { until } from '../until.ts'

export function exercises(shared: () => Instance): void {
  describe('an exercise', () => {
    const TENANT = 'purple'

    let instance: Instance
    let token: string

    beforeAll(async () => {
      instance = shared()
      const email = 'lead@purple.example'
      const password = (await instance.svc('admin', 'bootstrap', '--email', email, '--tenant', TENANT)).trim()
      token = (await ask('POST', '/auth/login', { email, password, tenant: TENANT })).access_token
    })

    // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape
    async function ask(method: string, path: string, body?: object): Promise<any> {
      const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
      const sent = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
      const answer = await fetch(`${instance.apiUrl}/api/v1${path}`, sent)
      if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
      return answer.json()
    }

    /** Waits for the database, because the API limits a user's requests. */
    async function ended(test: string) {
      const { id } = await ask('POST', '/purple-team/executions', { atomic_test_id: test })
      const pool = openPostgres({ url: instance.file().databaseUrl, poolSize: 1 })
      const sql = 'SELECT ended_at IS NOT NULL AS is_over FROM purple_executions WHERE id = $1'
      await until(`the end of ${test}`, () =>
        withOperator(
          pool,
          'test',
          async (tx) => (await tx.maybeOne((row) => row.is_over === true, sql, [id])) === true,
        ),
      ).finally(() => pool.end())
      return ask('GET', `/purple-team/executions/${id}`)
    }

    test('a technique that a rule finds is detected, and its alert says that it is an exercise', async () => {
      const done = await ended('windows-shadow-copies-deleted')
      expect(done).toMatchObject({ status: 'success', outcome: 'detected', events: 2, events_stored: 2 })
      expect(done.findings.length).toBeGreaterThanOrEqual(2)
      expect(done.detection_latency_seconds).toEqual(expect.any(Number))
      const alert = await ask('GET', `/alerts/${done.alert_id}`)
      expect(alert).toMatchObject({ metadata: { is_exercise: true, sources: ['purple-team'] } })
      expect(alert.title).toMatch(/^\[Exercise\] /)
      const { techniques } = await ask('GET', '/purple-team/coverage')
      const [of] = techniques.filter(({ technique_id }: { technique_id: string }) => technique_id === 'T1490')
      expect(of).toMatchObject({ status: 'detected', last_execution: { id: done.id } })
    })

    test('what only several events show is detected as well', async () => {
      const done = await ended('windows-password-spraying')
      expect(done).toMatchObject({ status: 'success', outcome: 'detected', events: 40, events_stored: 40 })
    })

    test('nobody else may send events as an exercise', async () => {
      const push = await instance.token(TENANT)
      const url = `${instance.ingestUrl}/v1/ingest/batch?connector_id=purple-team&source_format=json`
      const headers = { authorization: `Bearer ${push}`, 'content-type': 'application/x-ndjson' }
      const answer = await fetch(url, { method: 'POST', headers, body: '{"a":"b"}\n' })
      expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
        403,
        'connector_id purple-team is reserved for exercises of the installation',
      ])
    })
  })
}
