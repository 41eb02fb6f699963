/** Bounds of reading rule texts outside of the thread that asks. */
export const PARSER_LIMITS = {
  /** Texts of Sigma and EQL up to this long are read where they are asked for: some 10 ms at worst. KQL never is. */
  inPlaceChars: 16 * 1024,
  /** Of the thread's processor on one text: a machine that is busy is no fault of the text. */
  cpuMs: 3_000,
  /** Until the thread has begun, its libraries loaded, and for what its processor does not show. */
  wallMs: 60_000,
  lookMs: 100,
  heapMb: 512,
  /** A thread that nobody asks anything is ended. */
  idleMs: 30_000,
  /** What a tenant may have read in a thread by asking for it: so much at once, and so much a second after that. */
  tenantCpuMs: 20_000,
  tenantCpuMsPerSecond: 500,
  /** Tenants whose use is remembered; past it all start anew. */
  tenants: 10_000,
} as const

export type ParserLimits = { readonly [Name in keyof typeof PARSER_LIMITS]: number }
