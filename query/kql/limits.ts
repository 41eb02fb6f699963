/** Bounds of a query over stored events; exceeding one ends it with an error that names the bound. */
export const KQL_HUNT_LIMITS = {
  /** Events kept for all its tables together, and the characters of the kept parts. */
  events: 1_000_000,
  /**
   * @bound events and characters of a KQL query in memory = {events} and {} -> an error that names the limit, never a
   * partial result
   */
  characters: 256 * 1024 * 1024,
  /** With more events the engine counts those that are alike, if a sample shows that there are many. */
  fetched: 20_000,
  /**
   * Groups of events that the engine counts when there is no room for each event.
   * @bound groups of events that the engine counts when a KQL query may not hold all events -> an error that names the
   * limit
   */
  groups: 200_000,
  /**
   * Tables that are read; one that is read in several ways counts several times.
   * @bound tables of a KQL query -> an error that names the limit, never a partial result
   */
  reads: 20,
  /** Rounds in which the data determines what else must be read. */
  rounds: 10,
  /** Columns of a table that are shown without being named in the query. */
  columnsShown: 500,
  /**
   * Bounds of the runner (`detections/kql/run/limits.ts`).
   * @bound steps of a KQL query -> an error that names the limit, never a partial result
   */
  steps: 2_000_000_000,
  /** @bound values of a KQL query -> an error that names the limit, never a partial result */
  cells: 20_000_000,
  /** Days that are read of a table without a condition on time. */
  daysDefault: 30,
} as const
