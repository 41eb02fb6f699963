/**
 * Bounds of on-call.
 * @bound on-call rotations of a tenant; people of one; minutes of a snooze = {rotations}; {members}; {snoozeMinutes} ->
 * 409; 422; 422
 * @bound current and planned overrides of shifts of a tenant; days of one = {overrides}; {overrideDays} -> 409; 422
 */
export const ONCALL_LIMITS = {
  rotations: 100,
  members: 50,
  snoozeMinutes: 1440,
  handoffDays: 90,
  overrides: 500,
  overrideDays: 90,
} as const
