import { expect, test } from 'vitest'
import { faultsOf } from '../chaos/faults.ts'
import { canFillDisk, fillDisk } from '../chaos/full-disk.ts'

test.skipIf(!canFillDisk())(
  'a disk that fills up loses and doubles nothing (wants to mount a file system)',
  async () => {
    expect(faultsOf(await fillDisk(() => {}))).toEqual([])
  },
)
