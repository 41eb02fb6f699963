import { driverConformance } from '../driver-conformance.ts'
import { onFolder } from '../testing.ts'
import { EmbeddedDriver } from './driver.ts'

driverConformance(
  'embedded',
  onFolder((dir) => EmbeddedDriver.open({ dir, writes: ['ingest', 'control', 'alerts', 'pipeline'] })),
  { singleMember: true },
)
