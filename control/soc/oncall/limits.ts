/**
 * Bounds of on-call.
 * @bound on-call rotations of a tenant; people of one; minutes of a snooze = {rotations}; {members}; {snoozeMinutes} ->
 * 409; 422; 422
 */
export const ONCALL_LIMITS = { rotations: 100, members: 50, snoozeMinutes: 1440, handoffDays: 90 } as const
