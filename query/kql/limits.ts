/** Bounds of a query over stored events; at each of them it ends with an error that names it. */
export const KQL_HUNT_LIMITS = {
  /** Events that are held for all of its tables together, and the characters of what is held of them. */
  events: 1_000_000,
  characters: 256 * 1024 * 1024,
  /** Groups of events that the engine counts where there is no room for each. */
  groups: 200_000,
  /** Tables that are read, one that is read in several ways counting for each. */
  reads: 20,
  /** How often what was read decides what else has to be read. */
  rounds: 10,
  /** Columns of a table that are shown without being named. */
  columnsShown: 500,
  /** Bounds of the runner (`detections/kql/run/limits.ts`). */
  steps: 2_000_000_000,
  cells: 20_000_000,
  /** How far back a table is read whose conditions do not say it. */
  daysDefault: 30,
} as const
