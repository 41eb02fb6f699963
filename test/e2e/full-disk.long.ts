import { expect, test } from 'vitest'
import { faultsOf } from '../chaos/faults.ts'
import { canFillDisk, fillDisk } from '../chaos/full-disk.ts'

const TIMEOUT_MS = 300_000

test.skipIf(!canFillDisk())(
  'a full disk under load (needs permission to mount one)',
  { timeout: TIMEOUT_MS },
  async () => {
    expect(faultsOf(await fillDisk(() => {}))).toEqual([])
  },
)
