/**
 * CAPE in the own network, over its REST API version 2: tasks, their status and reports.
 * Source: CAPEv2 documentation, "API".
 */
import { AppError } from '../../../../platform/errors.ts'
import { type AskSandbox, fileForm, member, textsOf } from '../http.ts'
import { failed, type Provider, pending, published, type Report, unpublished, verdictOf } from '../provider.ts'

export function localProvider(ask: AskSandbox): Provider {
  return {
    name: 'sandbox_local',
    async lookup(sha256) {
      const { status, value } = await ask({ method: 'GET', path: `/apiv2/tasks/search/sha256/${sha256}/` })
      if (status === 404) return null
      const tasks = member(value, 'data')
      if (!Array.isArray(tasks)) {
        // The sandbox answers "not found" with status 200 and an error member.
        if (member(value, 'error') === true) return null
        throw new AppError('unavailable', 'the sandbox answered without a list of tasks')
      }
      const newest = tasks.map((task) => member(task, 'id')).findLast((id) => typeof id === 'number')
      return newest === undefined ? null : reportOf(ask, String(newest))
    },
    async submitFile({ bytes, name }) {
      return created(
        await ask({ method: 'POST', path: '/apiv2/tasks/create/file/', ...fileForm('file', { name, bytes }) }),
      )
    },
    async submitUrl(url) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const body = new URLSearchParams({ url }).toString()
      return created(await ask({ method: 'POST', path: '/apiv2/tasks/create/url/', headers, body }))
    },
    report: (handle) => reportOf(ask, handle),
  }
}

function created({ value }: { readonly value: unknown }): string {
  const ids = member(value, 'data', 'task_ids')
  const id = Array.isArray(ids) ? ids[0] : undefined
  if (typeof id !== 'number') throw new AppError('unavailable', `the sandbox made no task: ${whyNot(value)}`)
  return String(id)
}

const whyNot = (value: unknown) => String(member(value, 'error_value') ?? 'it does not say why').slice(0, 200)

const RUNNING: ReadonlySet<unknown> = new Set(['running', 'distributed', 'completed', 'processing'])

async function reportOf(ask: AskSandbox, handle: string): Promise<Report | null> {
  if (!/^\d{1,15}$/.test(handle)) return null
  const status = await ask({ method: 'GET', path: `/apiv2/tasks/status/${handle}/` })
  if (status.status === 404 || member(status.value, 'error') === true) return null
  const state = member(status.value, 'data')
  if (state === 'pending') return pending(handle, 'pending')
  // "completed" means that the run is recorded but has no verdict yet.
  if (RUNNING.has(state)) return pending(handle, 'running')
  if (typeof state !== 'string') throw new AppError('unavailable', 'the sandbox answered without a status')
  if (state !== 'reported') return failed(handle)
  const { value } = await ask({ method: 'GET', path: `/apiv2/tasks/get/report/${handle}/json/` })
  const score = member(value, 'malscore')
  const family = member(value, 'malfamily')
  const signatures = member(value, 'signatures')
  if (value === null || typeof value !== 'object') throw new AppError('unavailable', 'the report is no object')
  const isScore = typeof score === 'number' && score >= 0 && score <= 10
  return {
    handle,
    state: 'complete',
    verdict: verdictOf(isScore ? score : null),
    score: isScore ? published(score) : unpublished('the report has no malscore'),
    family:
      typeof family === 'string' && family !== '' ? published(family.slice(0, 200)) : unpublished('none was named'),
    signatures: Array.isArray(signatures)
      ? published(textsOf(signatures.map((one) => member(one, 'name'))))
      : unpublished('the report has no signatures'),
  }
}
