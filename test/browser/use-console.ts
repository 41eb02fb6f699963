import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openChromium } from './open-chromium.ts'
import { openWorld, type World } from './world.ts'

type Opened = { readonly world: World; readonly browser: Browser }

/** Starts an installation and a browser before the tests of a file, and closes both after them; `prepare` fills the installation. */
export function useConsole(prepare: (opened: Opened) => Promise<void> | void): void {
  let world: World | undefined
  let browser: Browser | undefined
  beforeAll(async () => {
    ;[world, browser] = await Promise.all([openWorld(), openChromium()])
    await prepare({ world, browser })
  })
  afterAll(async () => {
    await browser?.close()
    await world?.instance.remove()
  })
}
