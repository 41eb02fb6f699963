import { test } from 'vitest'
import { SURVIVES_WITHIN_MS, survives } from './survives-kills.ts'

test(
  'acknowledged events are stored exactly once under load, whichever process is killed',
  { timeout: SURVIVES_WITHIN_MS },
  () => survives(6, false),
)
