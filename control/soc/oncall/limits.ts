/** Bounds of on-call. */
export const ONCALL_LIMITS = { rotations: 100, members: 50, snoozeMinutes: 1440, handoffDays: 90 } as const
