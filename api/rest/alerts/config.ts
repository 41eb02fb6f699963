/** Settings of the direct-write submit. */
import type { SubmitLimits } from '../../../control/soc/alerts/index.ts'
import { integer, readConfig } from '../../../platform/config.ts'

export const SUBMIT_SETTINGS = {
  submitEventsMax: integer('SVC_SUBMIT_MAX_EVENTS', 1000, 1, 10_000, 'events of one submit'),
  submitEventBytesMax: integer(
    'SVC_SUBMIT_MAX_EVENT_BYTES',
    262_144,
    1_024,
    16_777_216,
    'bytes of one submitted event',
  ),
  submitTotalBytesMax: integer('SVC_SUBMIT_MAX_TOTAL_BYTES', 8_388_608, 1_024, 67_108_864, 'bytes of one submit'),
  submitAgeDaysMax: integer(
    'SVC_SUBMIT_MAX_TIMESTAMP_AGE_DAYS',
    90,
    1,
    3_650,
    'maximum age of a submitted event time, in days; older ones are clamped',
  ),
  submitFutureSecondsMax: integer(
    'SVC_SUBMIT_MAX_FUTURE_SECONDS',
    300,
    0,
    86_400,
    'how far a submitted event time may be in the future, in seconds; later ones are clamped',
  ),
} as const

/** Throws `bad_config` with every fault. */
export function submitLimits(env: NodeJS.ProcessEnv = process.env): SubmitLimits {
  const settings = readConfig(SUBMIT_SETTINGS, env)
  return {
    eventsMax: settings.submitEventsMax,
    eventBytesMax: settings.submitEventBytesMax,
    totalBytesMax: settings.submitTotalBytesMax,
    ageDaysMax: settings.submitAgeDaysMax,
    futureSecondsMax: settings.submitFutureSecondsMax,
  }
}
