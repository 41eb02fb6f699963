import type { FairLimits } from '../../../platform/fair-thread.ts'

/** Limits of an analysis. Past a limit a submission is refused, or the analysis says what it left out. */
export const PHISHING_LIMITS = {
  /** @bound a mail that is submitted as phishing; its parts = {}; {parts} -> 422 */
  rawChars: 2 * 1024 * 1024,
  links: 200,
  /**
   * @bound links and attachments of a submitted mail = {links} and {} -> the others are not looked at, and the answer says so
   */
  attachments: 50,
  /** Lines of a mail that may start one of its parts. */
  parts: 5_000,
} as const

/** Limits of the thread that reads mails. */
export const MAIL_THREAD: FairLimits = {
  cpuMs: 2_000,
  wallMs: 30_000,
  lookMs: 50,
  heapMb: 256,
  idleMs: 30_000,
  tenantCpuMs: 20_000,
  tenantCpuMsPerSecond: 500,
  tenants: 10_000,
}
