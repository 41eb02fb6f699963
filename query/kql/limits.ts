/** Bounds of a query over stored events; exceeding one ends it with an error that names the bound. */
export const KQL_HUNT_LIMITS = {
  /** Events kept for all its tables together, and the characters of the kept parts. */
  events: 1_000_000,
  characters: 256 * 1024 * 1024,
  /** Groups of events that the engine counts when there is no room for each event. */
  groups: 200_000,
  /** Tables that are read; one that is read in several ways counts several times. */
  reads: 20,
  /** Rounds in which the data determines what else must be read. */
  rounds: 10,
  /** Columns of a table that are shown without being named in the query. */
  columnsShown: 500,
  /** Bounds of the runner (`detections/kql/run/limits.ts`). */
  steps: 2_000_000_000,
  cells: 20_000_000,
  /** Days that are read of a table without a condition on time. */
  daysDefault: 30,
} as const
