import type { Driver } from '../../stream/driver.ts'

export type Lags = Pick<Driver, 'partitions' | 'bounds' | 'groupPosition'>
