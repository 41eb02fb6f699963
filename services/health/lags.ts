import type { Driver } from '../../pipeline/runtime/driver.ts'

export type Lags = Pick<Driver, 'partitions' | 'bounds' | 'groupPosition'>
