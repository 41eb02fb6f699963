import { driverConformance, type Opened } from '../driver-conformance.ts'
import { SimulatedBackbone } from './backbone.ts'
import { SimulatedDriver } from './driver.ts'
import { BENIGN } from './schedule.ts'

for (const seed of [1, 2, 3]) {
  driverConformance(`simulated, seed ${seed}`, async (): Promise<Opened> => {
    const backbone = new SimulatedBackbone(seed, BENIGN)
    const drivers: SimulatedDriver[] = []
    const open = async (): Promise<SimulatedDriver> => {
      const driver = new SimulatedDriver(backbone)
      drivers.push(driver)
      return driver
    }
    const closeAll = async (): Promise<void> => {
      for (const driver of drivers.splice(0)) await driver.close()
    }
    return { driver: await open(), reopen: () => closeAll().then(open), beside: open, cleanup: closeAll }
  })
}
