import { type Browser, chromium } from 'playwright-core'
import { findChromium } from './find-chromium.ts'

export function openChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('no chromium')
  // Root, as in a container, has no sandbox to give.
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
}
