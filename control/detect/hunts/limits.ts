/** Limits of hunts. Past a limit a request is refused with an error that names it, or a run says what it leaves out. */
export const HUNT_LIMITS = {
  /**
   * A tenant's own.
   * @bound a tenant's own hunts -> 409
   */
  hunts: 500,
  /**
   * Events or rows that a run keeps; it says when there are more.
   * @bound hits and rows of a run of a hunt -> `has_more`
   */
  hits: 1000,
  /** Hits that one query to the lake gives at most. */
  page: 200,
  /**
   * Runs of a hunt that are kept.
   * @bound kept runs of a hunt -> the oldest are deleted
   */
  runs: 50,
  /**
   * Runs of a tenant that wait or are under way.
   * @bound runs of hunts of a tenant that wait or are under way -> 429
   */
  openRuns: 100,
  /** Maximum starts of one run: a run that ends its process each time is given up. */
  attempts: 5,
  /** A run whose lease was not renewed for this long is taken over. */
  leaseSeconds: 120,
  /** Size of an SQL hunt's answer. */
  sqlBytes: 4 * 1024 * 1024,
  techniques: 20,
  queryChars: 16_384,
  windowHours: 4464,
  everyMinutesMin: 15,
  everyMinutesMax: 525_600,
} as const
