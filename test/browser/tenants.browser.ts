/** A person of a provider at the console: one queue and one hunt over the tenants that were delegated. `npm run test:browser` */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from './find-chromium.ts'
import { openChromium } from './open-chromium.ts'
import { Visitor } from './visitor.ts'
import { openWorld, TENANT, type World } from './world.ts'

const CUSTOMER = 'bolt'

describe.skipIf(findChromium() === null)('a person of a provider', () => {
  let world: World
  let browser: Browser

  beforeAll(async () => {
    ;[world, browser] = await Promise.all([openWorld(), openChromium()])
    await world.post('/alerts', { title: 'At home', severity: 'medium', affected_hosts: ['home-1'] })
    await delegateFromCustomer(world)
  })
  afterAll(async () => {
    await browser?.close()
    await world?.instance.remove()
  })

  test('sees the alerts of all tenants in one order, narrows them to one, claims, and goes to work there', async () => {
    const visitor = await Visitor.open(browser, world.instance)
    const { page } = visitor
    await visitor.signIn(world.admin)
    await visitor.goto('/organisation?tab=queue&sort=severity')
    const rows = page.getByRole('table').getByRole('row')
    await page.getByText('2 alerts match in 2 of 2 tenants.').waitFor()
    expect(await rows.nth(1).textContent()).toContain(CUSTOMER)
    expect(await rows.nth(2).textContent()).toContain(TENANT)
    expect(await visitor.accessFaults()).toEqual([])
    await page.getByRole('button', { name: `Claim At home of ${TENANT}` }).click()
    await rows.nth(2).getByText('you', { exact: true }).waitFor()
    await page.getByRole('checkbox', { name: new RegExp(`^${TENANT}`) }).press('Space')
    await page.getByText('1 alert matches in 1 of 1 tenant.').waitFor()
    expect(await page.getByRole('button', { name: /^Claim/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'At the customer', exact: true }).click()
    await page.getByRole('heading', { name: 'At the customer', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/alerts\//)
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  test('runs a hunt in all tenants, and counts a search in them', async () => {
    const visitor = await Visitor.open(browser, world.instance)
    const { page } = visitor
    await visitor.signIn(world.admin)
    await visitor.goto('/organisation?tab=hunts')
    await page.getByRole('button', { name: 'Run in 2 tenants' }).click()
    await page.getByText('0 found in 2 of 2 tenants.').waitFor()
    expect(await page.getByRole('cell', { name: 'everything' }).count()).toBe(2)
    expect(await visitor.accessFaults()).toEqual([])
    await page.getByText('A search', { exact: true }).click()
    await page.getByLabel('Query (Lucene)').fill('src_ip:203.0.113.9')
    await page.getByRole('button', { name: 'Count in 2 tenants' }).click()
    await page.getByText('0 found in 2 of 2 tenants.').waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })
})

/** A second tenant with an alert, whose administrator lets the one of the first in. */
async function delegateFromCustomer({ instance, admin }: World): Promise<void> {
  const email = `admin@${CUSTOMER}.example`
  const once = (await instance.svc('admin', 'bootstrap', '--email', email, '--tenant', CUSTOMER))
    .trim()
    .split('\n')
    .at(-1)
  await instance.svc('organisations', 'create', '--name', 'Watch', '--home', TENANT, '--kind', 'mssp')
  await instance.svc('organisations', 'add', '--name', 'Watch', '--tenant', CUSTOMER)
  const ask = async (method: string, path: string, body: unknown, token?: string) => {
    const answer = await fetch(`${instance.apiUrl}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    const text = await answer.text()
    return (text === '' ? {} : JSON.parse(text)) as Record<string, string>
  }
  const { access_token: first } = await ask('POST', '/auth/login', { email, password: once })
  const password = `${once}-of-its-owner`
  await ask('PUT', '/users/me/password', { current_password: once, new_password: password }, first)
  const { access_token: token } = await ask('POST', '/auth/login', { email, password })
  const alert = { title: 'At the customer', severity: 'critical', affected_hosts: ['dc-1'] }
  await ask('POST', '/alerts', alert, token)
  const delegation = { email: admin.email, role: 'soc_lead', reason: 'works our queue', expires_in_hours: 8 }
  await ask('POST', '/organisation/delegations', delegation, token)
}
