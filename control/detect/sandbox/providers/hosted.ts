/**
 * A third party's sandbox with the API of Triage, version 0: samples, their state, the overview of an analysis. It
 * publishes submitted files. Source: Hatching Triage documentation, "API".
 */
import { AppError } from '../../../../platform/errors.ts'
import { type AskSandbox, fileForm, member, textsOf } from '../http.ts'
import { failed, type Provider, pending, published, type Report, unpublished, verdictOf } from '../provider.ts'

export function hostedProvider(ask: AskSandbox): Provider {
  return {
    name: 'sandbox_hosted',
    async lookup(sha256) {
      const query = new URLSearchParams({ query: `sha256:${sha256}` })
      const { value } = await ask({ method: 'GET', path: `/v0/search?${query}` })
      const samples = member(value, 'data')
      if (!Array.isArray(samples)) throw new AppError('unavailable', 'the sandbox answered without a list of samples')
      const id = samples.map((sample) => member(sample, 'id')).find((one) => typeof one === 'string')
      return id === undefined ? null : reportOf(ask, String(id))
    },
    async submitFile({ bytes, name }) {
      const form = fileForm('file', { name, bytes }, { _json: JSON.stringify({ kind: 'file' }) })
      return created(await ask({ method: 'POST', path: '/v0/samples', ...form }))
    },
    async submitUrl(url) {
      const headers = { 'content-type': 'application/json' }
      return created(
        await ask({ method: 'POST', path: '/v0/samples', headers, body: JSON.stringify({ kind: 'url', url }) }),
      )
    },
    report: (handle) => reportOf(ask, handle),
  }
}

function created({ value }: { readonly value: unknown }): string {
  const id = member(value, 'id')
  if (typeof id !== 'string' || id === '') throw new AppError('unavailable', 'the sandbox took no sample')
  return id
}

async function reportOf(ask: AskSandbox, handle: string): Promise<Report | null> {
  if (!/^[\w-]{1,64}$/.test(handle)) return null
  const sample = await ask({ method: 'GET', path: `/v0/samples/${handle}` })
  if (sample.status === 404) return null
  const state = member(sample.value, 'status')
  if (state === 'pending' || state === 'static_analysis' || state === 'scheduled') return pending(handle, 'pending')
  if (state === 'running' || state === 'processing') return pending(handle, 'running')
  if (state === 'failed') return failed(handle)
  if (state !== 'reported') throw new AppError('unavailable', 'the sandbox answered without a status that is known')
  const { status, value } = await ask({ method: 'GET', path: `/v0/samples/${handle}/overview.json` })
  if (status === 404) throw new AppError('unavailable', 'the sandbox has no overview of a sample that it reported')
  const score = member(value, 'analysis', 'score')
  const families = textsOf(member(value, 'analysis', 'family'))
  const signatures = member(value, 'signatures')
  const isScore = typeof score === 'number' && score >= 0 && score <= 10
  return {
    handle,
    state: 'complete',
    verdict: verdictOf(isScore ? score : null),
    score: isScore ? published(score) : unpublished('the overview has no score'),
    family: families.length > 0 ? published(families.join(', ')) : unpublished('none was named'),
    signatures: Array.isArray(signatures)
      ? published(textsOf(signatures.map((one) => member(one, 'name'))))
      : unpublished('the overview has no signatures'),
  }
}
