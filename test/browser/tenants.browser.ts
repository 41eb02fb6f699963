/** A person of a provider at the console: one queue, templates and one hunt over the tenants that were delegated. `npm run test:browser` */
import type { Browser } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findChromium } from './find-chromium.ts'
import { useConsole } from './use-console.ts'
import { type Account, Visitor } from './visitor.ts'
import { TENANT, type World } from './world.ts'

const CUSTOMER = 'bolt'
const OTHER = 'cord'

describe.skipIf(findChromium() === null)('a person of a provider', () => {
  let world: World
  let browser: Browser
  /** Colleagues with requests of their own: the API refuses more than a hundred a minute of one person. */
  let hunter: Account
  let founder: Account

  useConsole(async (opened) => {
    ;({ world, browser } = opened)
    hunter = (await world.anotherAdmin('hunter')).account
    founder = (await world.anotherAdmin('founder')).account
    await world.post('/hunts', { title: 'Night shift', hypothesis: 'somebody works at night', query: 'user:night' })
    await world.instance.svc('organisations', 'create', '--name', 'Watch', '--home', TENANT, '--kind', 'mssp')
    await delegateFrom(world, [world.admin, hunter], CUSTOMER, {
      title: 'At Bolt',
      severity: 'critical',
      affected_hosts: ['dc-1'],
    })
    await delegateFrom(world, [world.admin, hunter], OTHER, {
      title: 'At Cord',
      severity: 'medium',
      affected_hosts: ['web-1'],
    })
  })

  test('sees the alerts of all tenants in one order, filters by one tenant, claims, and opens that tenant', async () => {
    const visitor = await Visitor.open(browser, world.instance)
    const { page } = visitor
    await visitor.signIn(world.admin)
    await visitor.goto('/organisation')
    await page.getByRole('cell', { name: CUSTOMER, exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /^Work in / }).count()).toBe(2)
    const portfolio = (tenant: string) => page.getByRole('table').first().getByRole('row').filter({ hasText: tenant })
    const heads = await page.getByRole('table').first().getByRole('columnheader').allTextContents()
    const figure = (tenant: string, head: string) => portfolio(tenant).getByRole('cell').nth(heads.indexOf(head))
    expect(await figure(CUSTOMER, 'Open alerts').textContent()).toBe('1')
    expect(await figure(CUSTOMER, 'Critical').textContent()).toBe('1')
    expect(await figure(OTHER, 'Critical').textContent()).toBe('0')
    expect(await figure(OTHER, 'As').textContent()).toBe('SOC lead')
    await page.getByRole('button', { name: 'Critical', exact: true }).click()
    const sorted = page.getByRole('table').first().locator('th[aria-sort="descending"]')
    await sorted.filter({ hasText: 'Critical' }).waitFor()
    expect(await page.getByRole('table').first().getByRole('row').nth(1).textContent()).toContain(CUSTOMER)
    await page.getByRole('tab', { name: 'Queue of all tenants' }).click()
    const rows = page.getByRole('table').getByRole('row')
    await page.getByText('2 are open in 2 tenants').waitFor()
    expect(await rows.nth(1).textContent()).toContain(CUSTOMER)
    expect(await rows.nth(2).textContent()).toContain(OTHER)
    expect(await visitor.accessFaults()).toEqual([])
    await page.getByRole('checkbox', { name: OTHER }).press('Space')
    await page.getByText('1 is open in 1 tenant').waitFor()
    await page.getByRole('button', { name: `Claim At Bolt of ${CUSTOMER}` }).click()
    await rows.nth(1).getByText('you', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'At Bolt', exact: true }).click()
    await page.getByRole('heading', { name: 'At Bolt', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/alerts\//)
    // The customer's list of owners names who came, with the organisation.
    await page.getByText('you', { exact: true }).first().waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  test('makes a template from the own tenant, sees the difference in each tenant, and applies it to one', async () => {
    const visitor = await Visitor.open(browser, world.instance)
    const { page } = visitor
    await visitor.signIn(world.admin)
    await visitor.goto('/organisation?tab=templates')
    await page.getByRole('button', { name: 'New template' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Our hunts')
    await page.getByRole('checkbox', { name: 'Hunts' }).press('Space')
    expect(await visitor.accessFaults()).toEqual([])
    await page.getByRole('button', { name: 'Keep template' }).click()
    await page.getByRole('cell', { name: '1 hunt' }).waitFor()
    await page.getByRole('button', { name: 'Apply Our hunts' }).click()
    await page.getByRole('button', { name: 'Show the difference' }).click()
    const there = page.getByRole('region', { name: `Difference in ${CUSTOMER}` })
    await there.getByText('Night shift').click()
    await there.getByText('user:night').waitFor()
    expect(await visitor.accessFaults()).toEqual([])
    await page
      .getByRole('region', { name: `Difference in ${OTHER}` })
      .getByRole('checkbox')
      .press('Space')
    await page.getByRole('button', { name: 'Apply to 1 tenant' }).click()
    await page.getByText(`Applied to 1 tenant: ${CUSTOMER} (1)`).waitFor()
    await page.getByRole('button', { name: 'Show the difference' }).click()
    await there.getByText('is as the template says').waitFor()
    await page.getByRole('button', { name: 'Edit Our hunts' }).click()
    await page.getByRole('button', { name: 'Remove the hunt Night shift' }).waitFor()
    expect(await visitor.accessFaults()).toEqual([])
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  test('sets a customer up on one page: tenant, people, template, invitation, ingest token, and a link to it', async () => {
    const visitor = await Visitor.open(browser, world.instance)
    const { page } = visitor
    await visitor.signIn(founder)
    await visitor.goto('/organisation')
    await page.getByRole('link', { name: 'New customer' }).click()
    await page.getByRole('heading', { name: 'New customer', level: 1 }).waitFor()
    await page.getByRole('textbox', { name: 'Name' }).fill('Dune & Söhne')
    expect(await page.getByRole('textbox', { name: 'Id of the tenant' }).inputValue()).toBe('dune-sohne')
    await page.getByRole('textbox', { name: 'Email of its administrator' }).fill('it@dune.example')
    await page.getByRole('checkbox', { name: 'Our hunts' }).check()
    expect(await visitor.accessFaults()).toEqual([])
    await page.getByRole('button', { name: 'Set up the customer' }).click()
    await page.getByText('Our hunts: 1 change applied').waitFor()
    await page.getByText('No event received yet').waitFor()
    const command = await page.getByRole('region', { name: 'Command' }).textContent()
    expect(command).toContain('/v1/ingest')
    expect(await visitor.accessFaults()).toEqual([])
    await page.getByRole('button', { name: 'Open its overview' }).click()
    await page.getByRole('button', { name: `Back to ${TENANT}` }).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  test('runs a hunt in all tenants, and counts a search in them', async () => {
    const visitor = await Visitor.open(browser, world.instance)
    const { page } = visitor
    await visitor.signIn(hunter)
    await visitor.goto('/organisation?tab=hunts')
    await page.getByRole('button', { name: 'Run in 3 tenants' }).click()
    await page.getByText('0 found in 3 of 3 tenants.').waitFor({ timeout: 120_000 })
    expect(await page.getByRole('cell', { name: 'everything' }).count()).toBe(3)
    expect(await visitor.accessFaults()).toEqual([])
    await page.getByText('A search', { exact: true }).click()
    await page.getByLabel('Query (Lucene)').fill('src_ip:203.0.113.9')
    await page.getByRole('button', { name: 'Count in 3 tenants' }).click()
    await page.getByText('0 found in 3 of 3 tenants.').waitFor({ timeout: 120_000 })
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })
})

/** A further tenant with an alert, whose administrator lets people of the first in. */
async function delegateFrom(
  { instance }: World,
  people: readonly Account[],
  customer: string,
  alert: object,
): Promise<void> {
  const email = `admin@${customer}.example`
  const once = (await instance.svc('admin', 'bootstrap', '--email', email, '--tenant', customer))
    .trim()
    .split('\n')
    .at(-1)
  await instance.svc('organisations', 'add', '--name', 'Watch', '--tenant', customer)
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
  await ask('POST', '/alerts', alert, token)
  const delegation = { role: 'soc_lead', reason: 'works our queue', expires_in_hours: 8 }
  for (const person of people)
    await ask('POST', '/organisation/delegations', { ...delegation, email: person.email }, token)
}
