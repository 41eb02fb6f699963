/** A passkey in a real browser, whose authenticator is one in software. `npm run test:browser` */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PORTS } from '../../services/config.ts'
import { freeOffset } from '../e2e/free-offset.ts'
import { Instance } from '../e2e/instance.ts'
import { findChromium } from './find-chromium.ts'
import { openChromium } from './open-chromium.ts'
import { Visitor } from './visitor.ts'

describe.skipIf(findChromium() === null)('a passkey', () => {
  let instance: Instance
  let browser: Browser
  const email = 'admin@acme.example'
  let password: string
  let origin: string

  beforeAll(async () => {
    const offset = await freeOffset()
    // An address of numbers is no relying party.
    origin = `http://localhost:${PORTS.console + offset}`
    const env = { SVC_PORT_OFFSET: String(offset), SVC_PUBLIC_URL: origin }
    ;[instance, browser] = await Promise.all([Instance.start(env), openChromium()])
    // The console is built at the first request for it, which takes longer than a browser waits for a page.
    await (await fetch(origin)).text()
    password = (await instance.svc('admin', 'bootstrap', '--email', email, '--tenant', 'acme')).trim()
  })
  afterAll(async () => {
    await browser?.close()
    await instance?.remove()
  })

  test('is made in the settings, signs in without a password, and is deleted', async () => {
    const visitor = await Visitor.open(browser, instance, {}, origin)
    const { page } = visitor
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    })
    await visitor.signIn({ email, password })
    await visitor.goto('/settings')
    await page.getByLabel('Name of this device').fill('a laptop')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'Delete a laptop' }).waitFor()
    expect(await visitor.accessFaults()).toEqual([])
    await page.evaluate('sessionStorage.clear()')
    await visitor.goto('/')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' })
    // The responder app takes a passkey alone, whatever session the tab has.
    await visitor.goto('/responder/triage/00000000-0000-4000-8000-000000000000')
    await page.getByRole('heading', { name: 'svc responder' }).waitFor()
    expect(await page.getByLabel('Password').count()).toBe(0)
    expect(await visitor.accessFaults()).toEqual([])
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByRole('heading', { name: 'Who else is available' }).waitFor()
    await page.getByRole('button', { name: 'Busy' }).click()
    await page.getByRole('button', { name: 'Busy', pressed: true }).waitFor()
    expect(await visitor.accessFaults()).toEqual([])
    // Without a network what is done waits, and says so; with one it arrives.
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Available' }).click()
    await page.getByText('1 action waits to be sent.').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Available', pressed: true }).waitFor()
    await page.getByText('1 action waits to be sent.').waitFor({ state: 'detached' })
    // The alert that is not there, and the network that was not.
    visitor.complaints.length = 0
    await visitor.goto('/settings')
    await page.getByRole('button', { name: 'Delete a laptop' }).click()
    await page.getByText('None: you sign in with your password.').waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })
})
