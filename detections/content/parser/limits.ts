/** Bounds of parsing rule texts in a separate thread. */
export const PARSER_LIMITS = {
  /** Sigma and EQL texts up to this long are read in the calling thread: some 10 ms at worst. KQL never is. */
  inPlaceChars: 16 * 1024,
  /**
   * CPU time of the thread for one text. Wall time would blame the text for a busy machine.
   * @bound CPU time to parse one rule text in a thread -> a fault of the text
   */
  cpuMs: 3_000,
  /** Wall time until the thread has loaded its libraries, and bound on waits without CPU use. */
  wallMs: 60_000,
  lookMs: 100,
  heapMb: 512,
  /** An idle thread is ended after this time. */
  idleMs: 30_000,
  /**
   * Processor time that one tenant may use in a thread: a burst, and the refill per second.
   * @bound CPU time to parse the rule texts of a tenant's requests = {}, refilled by 0.5 s a second -> 429 with
   * Retry-After
   */
  tenantCpuMs: 20_000,
  tenantCpuMsPerSecond: 500,
  /** Tenants whose use is remembered; past this number all start anew. */
  tenants: 10_000,
} as const

export type ParserLimits = { readonly [Name in keyof typeof PARSER_LIMITS]: number }
