import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { driverConformance } from '../driver-conformance.ts'
import { EmbeddedDriver } from './driver.ts'

driverConformance(
  'embedded',
  async () => {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'svc-log-'))
    const open = () => EmbeddedDriver.open({ dir, writes: ['ingest', 'control', 'alerts', 'pipeline'] })
    let driver = await open()
    return {
      driver,
      reopen: async () => {
        await driver.close()
        driver = await open()
        return driver
      },
      cleanup: async () => {
        await driver.close()
        fs.rmSync(dir, { recursive: true, force: true })
      },
    }
  },
  { singleMember: true },
)
