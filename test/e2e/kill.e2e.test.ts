import { test } from 'vitest'
import { SURVIVES_WITHIN_MS, survives } from './survives.ts'

test(
  'whichever process is killed under load, acknowledged events are stored once each',
  { timeout: SURVIVES_WITHIN_MS },
  () => survives(6, false),
)
