/** Limits of rules and scans; exceeding one is a fault that names it. */
export const YARA_LIMITS = {
  /** Characters of one file of rules, and of all files of a set. */
  fileChars: 4 * 1024 * 1024,
  /** @bound size of the YARA rules of a tenant -> a fault that names the limit */
  setChars: 64 * 1024 * 1024,
  /** Nesting of brackets and prefix operators in a rule; the engine's stack overflows at a few hundred loops. */
  nesting: 48,
  /** Rounds of removing rules of a file that do not compile. */
  rounds: 8,
  /** Bytes of one scan. */
  scanBytes: 16 * 1024 * 1024,
  /** Bytes of an event's text; the rest is not scanned, which the answer reports. */
  eventBytes: 1024 * 1024,
  /** Matches of a string that the engine counts (`#a`); later ones do not exist for a condition either. */
  matchesCounted: 100_000,
  /** Reported matches of a rule's string, and characters of each. */
  matchesOfString: 16,
  matchChars: 256,
  /** Scans that wait for the current one. */
  waiting: 64,
  scanMs: 2_000,
  /** Signature collections of 7,000 rules take 9 s on a slow core. */
  loadMs: 120_000,
  /** Limits of the search for files that crash the engine: time for a part of them, and parts that may fail. */
  searchMs: 20_000,
  failingParts: 64,
  /**
   * Limits of scans in the stream: time to scan one item, time to compile a set, and items and bytes per request.
   * @bound time of a YARA scan of one item -> the file is stopped for its tenant
   */
  streamScanMs: 500,
  /** @bound time to compile a set of YARA rules -> the file is stopped for its tenant */
  streamLoadMs: 30_000,
  chunkItems: 256,
  chunkBytes: 1024 * 1024,
  /** Memory of V8 in the child. The engine's own is bounded by the rules and by `scanBytes`. */
  childHeapMb: 512,
} as const
