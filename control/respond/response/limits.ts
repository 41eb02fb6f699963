/** Bounds of response. Past one of them a request is refused with the bound. */
export const RESPONSE_LIMITS = {
  /**
   * Requests of one kind on one target within the hour. Messages have no target that something is done to.
   * @bound requests of an action on one target = {} an hour -> 429
   */
  perTargetHour: 5,
  /**
   * Requests of a tenant within the hour, messages aside.
   * @bound requests of actions of a tenant = {} an hour -> 429
   */
  perTenantHour: 1000,
  /**
   * Messages of one kind (`notify`, `create_ticket`) of a tenant within the hour: more than one a second.
   * @bound messages of one kind of a tenant = {} an hour -> 429
   */
  messagesPerHour: 5000,
  /**
   * Tries of one action; an effect is looked for before it is brought about again.
   * @bound attempts of an action -> the action failed
   */
  attempts: 3,
  /** Time within which a try ends; after it the next try looks for the effect. */
  tryMs: 60_000,
  /** From approval to the end, tries together. */
  doneWithinMs: 15 * 60_000,
  approvalMs: 4 * 3_600_000,
  approvalMsMax: 7 * 86_400_000,
  rollbackSecondsMax: 30 * 86_400,
  /** @bound executors of a tenant -> 409 */
  executors: 50,
  /** @bound own targets of a tenant -> 409 */
  targets: 1000,
  /** @bound entries of the block list -> 409 */
  blockList: 100_000,
  parameterChars: 4000,
} as const
