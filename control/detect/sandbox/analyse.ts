/**
 * Submits files and addresses to a sandbox. It looks the hash up first and uses an existing report: bytes are uploaded
 * only when the sandbox does not know the file, the tenant consented to this disclosure, and the caller confirmed it. A
 * failed check is reported as "could not check", never as an empty result.
 */
import { createHash } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'
import type { Report } from './provider.ts'
import type { Offered } from './providers/registry.ts'
import type { Consent, Outcome } from './sandbox-store.ts'

export type Analysed = {
  readonly outcome: Outcome
  readonly provider: string
  readonly detail: string
  /** Null for an address. */
  readonly sha256: string | null
  readonly uploaded: boolean
  readonly report: Report | null
  readonly handle: string | null
  readonly pollAfterSeconds: number | null
  readonly warnings: readonly string[]
}

export const POLL_SECONDS = 30

export async function lookUp(offered: Offered, sha256: string): Promise<Analysed> {
  const base = baseOf(offered, sha256)
  const { provider } = offered
  if (provider === null)
    return { ...base, outcome: 'could_not_check', detail: offered.excluded ?? 'it cannot be asked' }
  return attempt(base, async () => {
    const report = await provider.lookup(sha256)
    if (report === null) return { ...base, outcome: 'not_seen', detail: 'the sandbox has not seen this file' }
    return withReport(base, report)
  })
}

export type Upload = { readonly bytes: Buffer; readonly name: string; readonly isConfirmed: boolean }

export async function analyseFile(offered: Offered, upload: Upload, consent: Consent | null): Promise<Analysed> {
  const sha256 = createHash('sha256').update(upload.bytes).digest('hex')
  const found = await lookUp(offered, sha256)
  if (found.outcome !== 'not_seen' || offered.provider === null) return found
  const refusal = refusalOf(offered, upload, consent)
  if (refusal !== null) return { ...found, outcome: 'upload_refused', detail: refusal }
  const { provider } = offered
  const base = { ...baseOf(offered, sha256), uploaded: provider.name !== 'mock' }
  return attempt(base, async () => submitted(base, await provider.submitFile({ ...upload, sha256 })))
}

/** An address is not under the rules of uploads: it holds nothing of the tenant but itself. */
export async function analyseUrl(offered: Offered, url: string): Promise<Analysed> {
  const base = baseOf(offered, null)
  const { provider } = offered
  if (provider === null)
    return { ...base, outcome: 'could_not_check', detail: offered.excluded ?? 'it cannot be asked' }
  return attempt(base, async () => submitted(base, await provider.submitUrl(url)))
}

/** Null: there is no such analysis. Throws `AppError` for what kept it from an answer. */
export function analysisOf({ provider, excluded }: Offered, handle: string): Promise<Report | null> {
  if (provider === null) throw new AppError('unavailable', excluded ?? 'it cannot be asked')
  return provider.report(handle)
}

function refusalOf({ name, disclosure }: Offered, { isConfirmed }: Upload, consent: Consent | null): string | null {
  if (name === 'mock') return isConfirmed ? null : 'confirm_upload was not set'
  if (consent === null) return 'nobody of this tenant has agreed to uploads to this sandbox'
  if (!consent.uploadsEnabled) return 'this tenant has withdrawn its consent to uploads to this sandbox'
  if (consent.version !== disclosure.version)
    return `this tenant has agreed to the disclosure ${consent.version}; it is ${disclosure.version} by now`
  return isConfirmed ? null : 'confirm_upload was not set'
}

type Base = Omit<Analysed, 'outcome' | 'detail'>

function baseOf({ name }: Offered, sha256: string | null): Base {
  const warnings = name === 'mock' ? ['the mock analyses nothing'] : []
  return {
    ...{ provider: name, sha256, uploaded: false, report: null, handle: null },
    ...{ pollAfterSeconds: null, warnings },
  }
}

function withReport(base: Base, report: Report): Analysed {
  const isOpen = report.state === 'pending' || report.state === 'running'
  return {
    ...{ ...base, report, handle: report.handle },
    outcome: isOpen ? 'pending' : 'known',
    detail: isOpen ? 'the sandbox is analysing this file' : 'the sandbox has a report of this file',
    pollAfterSeconds: isOpen ? POLL_SECONDS : null,
  }
}

function submitted(base: Base, handle: string): Analysed {
  const detail = 'it was submitted; ask for the analysis'
  return { ...base, outcome: 'pending', detail, handle, pollAfterSeconds: POLL_SECONDS }
}

async function attempt(base: Base, work: () => Promise<Analysed>): Promise<Analysed> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // The bytes may have arrived before the connection broke, so they count as sent.
    return { ...base, outcome: 'could_not_check', detail: error.message }
  }
}
