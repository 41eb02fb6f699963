/**
 * The source of events that an exercise made up. Only the installation itself may send as it: what is found in them is
 * marked as an exercise, and nobody may have a real attack marked so.
 */
export const EXERCISE_SOURCE = 'purple-team'
